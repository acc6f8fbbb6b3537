import StoreContract
import Switchboard
import Testing

@testable import SwitchboardSQLite

struct SQLiteStoreTests {
  @Test(arguments: StoreContract.all)
  func `the store on disk keeps every rule`(_ rule: StoreContract.Rule) async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    try await rule.check(store)
    await store.close()
  }
}
