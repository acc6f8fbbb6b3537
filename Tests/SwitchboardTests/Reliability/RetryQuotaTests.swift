import SwitchboardCore
import Testing

@testable import Switchboard

struct RetryQuotaTests {
  @Test func `a vendor that always fails is asked hardly more than once a request`() {
    let quota = RetryQuota()
    var calls = 0
    for _ in 0..<20_000 {
      calls += 1
      for _ in 0..<2 where quota.acquire("v", isThrottle: false) != nil { calls += 1 }
    }
    #expect(Double(calls) / 20_000 <= 1.01)
  }

  @Test func `a vendor that fails now and then is served by retries`() {
    let quota = RetryQuota()
    let random = RandomSource(seed: 3)
    var calls = 0
    var good = 0
    for _ in 0..<20_000 {
      var price: Int?
      for attempt in 0..<3 {
        if attempt > 0 {
          price = quota.acquire("v", isThrottle: false)
          if price == nil { break }
        }
        calls += 1
        if random.unit() >= 0.1 {
          quota.succeed("v", price: price)
          good += 1
          break
        }
      }
    }
    #expect(Double(good) / 20_000 >= 0.998)
    #expect(Double(calls) / 20_000 <= 1.12)
  }

  @Test func `a purse is never overdrawn nor overfull`() {
    let quota = RetryQuota()
    let random = RandomSource(seed: 11)
    var held = RetryQuota.capacity
    for _ in 0..<200_000 {
      if random.unit() < 0.5 {
        let isThrottle = random.unit() < 0.5
        let price = quota.acquire("v", isThrottle: isThrottle)
        #expect((price != nil) == (held >= (isThrottle ? 5 : 14)))
        held -= price ?? 0
      } else {
        let price = random.unit() < 0.5 ? 14 : nil
        quota.succeed("v", price: price)
        held = min(RetryQuota.capacity, held + (price ?? 1))
      }
    }
  }

  @Test func `jitter spreads evenly below a doubling bound`() {
    let random = RandomSource(seed: 5)
    for (retry, bound) in [(0, 0.05), (1, 0.1), (4, 0.8), (20, 20.0)] {
      let delays = (0..<4000).map { _ in
        RetryPlan.delay(retry, isThrottle: false, hint: nil, random: random.unit).seconds
      }
      #expect(delays.allSatisfy { $0 >= 0 && $0 <= bound })
      let mean = delays.reduce(0, +) / 4000
      #expect(abs(mean - bound / 2) < bound * 0.03)
    }
  }

  @Test(arguments: [0.5, 3, 59, 1e12, 1e300])
  func `a wait is never shorter than the vendor asked for`(seconds: Double) {
    let hint = Duration.seconds(min(seconds, 1e15))
    let delay = RetryPlan.delay(0, isThrottle: true, hint: hint, random: { 0.99 })
    #expect(delay.seconds >= min(seconds, 31 * 86_400))
  }
}
