import Testing

@testable import SwitchboardReports

struct PlotTests {
  @Test(
    arguments: [
      [], [5], [5, 5, 5, 5], [0, 1, 2, 3, 100], [300, 300, 300], [0, 299],
      Array(repeating: 0, count: 16),
    ] as [[Double]])
  func `labels are a line apart and stay inside`(_ wished: [Double]) {
    let heights = PlotLabel.spread(wished, in: 0...300)
    #expect(heights.count == wished.count)
    for height in heights { #expect((0...300).contains(height)) }
    for (one, next) in zip(heights, heights.dropFirst()) {
      #expect(next - one >= PlotLabel.height - 1e-9)
    }
  }

  @Test func `labels with room stay where they were wished`() {
    #expect(PlotLabel.spread([10, 50, 90], in: 0...300) == [10, 50, 90])
  }

  @Test(arguments: [
    ("mock/small", 10, "mock/small"), ("mock/small", 9, "mock…mall"), ("氷河氷河", 8, "氷河氷河"),
    ("氷河氷河", 7, "氷…河"), ("", 4, ""),
  ])
  func `names are cut in their middle`(_ name: String, _ width: Int, _ expected: String) {
    #expect(PlotLabel.cut(name, to: width) == expected)
  }

  @Test(
    arguments: [
      ([0, 7], [0, 2, 4, 6, 8], false), ([100], [0, 20, 40, 60, 80, 100], false),
      ([], [0, 1], false),
      ([0, 0], [0, 1], false), ([0.2, 3], [0, 0.5, 1, 1.5, 2, 2.5, 3], false),
      ([2, 300], [1, 10, 100, 1_000], true), ([0, 300], [0, 50, 100, 150, 200, 250, 300], false),
      ([1e-9, 1e3], [1e-9, 1e-7, 1e-5, 1e-3, 1e-1, 1e1, 1e3], true),
    ] as [([Double], [Double], Bool)])
  func `an axis has a few round numbers`(
    _ values: [Double], _ ticks: [Double], _ isLogarithmic: Bool
  ) {
    let axis = PlotAxis(for: values)
    #expect(axis.isLogarithmic == isLogarithmic)
    #expect(axis.ticks.count == ticks.count, "\(axis.ticks)")
    for (tick, expected) in zip(axis.ticks, ticks) {
      #expect(abs(tick - expected) <= abs(expected) * 1e-9, "\(axis.ticks)")
    }
    for value in values { #expect((0...1).contains(axis.place(value))) }
  }

  @Test func `equal ratios are equal lengths on a logarithmic axis`() {
    let axis = PlotAxis(for: [1, 100])
    #expect(abs(axis.place(10) - 0.5) < 1e-12 && axis.place(1) == 0 && axis.place(100) == 1)
    #expect(axis.place(0.001) == 0)
  }
}
