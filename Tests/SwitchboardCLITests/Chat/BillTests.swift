import SwitchboardCore
import Testing

@testable import SwitchboardCLI

struct BillTests {
  @Test func `a bill says what it does not know`() {
    var bill = Bill()
    #expect(bill.sentence == "nothing was asked yet.")
    bill.add([
      "usage": ["input": 1_000, "output": 20], "cost": ["usd": "0.25", "quality": "exact"],
    ])
    #expect(bill.sentence == "1 call, 1,000 tokens in, 20 out, $0.25.")
    bill.add(["cost": ["quality": "unknown"]])
    #expect(bill.sentence == "2 calls, 1,000 tokens in, 20 out, $0.25 and 1 of unknown price.")
    bill.add(["usage": ["output": 1], "cost": ["usd": "0.05", "quality": "estimated"]])
    #expect(
      bill.sentence == "3 calls, 1,000 tokens in, 21 out, about $0.3 and 1 of unknown price.")
  }
}
