import StoreContract
import Switchboard
import Testing

struct MemoryStoreTests {
  @Test(arguments: StoreContract.all)
  func `the store in memory keeps every rule`(_ rule: StoreContract.Rule) async throws {
    try await rule.check(MemoryStore())
  }
}
