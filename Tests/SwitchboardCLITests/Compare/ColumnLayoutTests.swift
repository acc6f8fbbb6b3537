import Testing

@testable import SwitchboardCLI

struct ColumnLayoutTests {
  @Test(arguments: [20, 59, 79, 99, 199], [1, 2, 3, 5, 12, 24, 49, 80])
  func `places lie within the window and apart from each other`(width: Int, height: Int) {
    for count in 1...50 {
      let layout = ColumnLayout(count: count, width: width, height: height)
      #expect(!layout.areas.isEmpty)
      #expect((layout.areas.count == count) == (layout.summaryRow == nil) || height == 1)
      var cells: Set<[Int]> = []
      for area in layout.areas {
        #expect(area.column + area.width <= width && area.row + area.height <= height)
        #expect(area.height >= 1 && area.width >= min(width, ColumnLayout.narrowest))
        for row in area.row..<area.row + area.height {
          #expect(row != layout.summaryRow)
          #expect(cells.insert([row, area.column]).inserted)
        }
      }
    }
  }

  /// Candidates, columns, lines; how many are beside one another, how many rows, and how many have no
  /// place.
  @Test(arguments: [
    (1, 59, 24, 1, 1, 0), (2, 59, 24, 2, 1, 0), (3, 59, 24, 1, 3, 0), (3, 99, 30, 3, 1, 0),
    (4, 99, 24, 1, 4, 0), (6, 199, 50, 6, 1, 0), (7, 199, 50, 1, 7, 0), (50, 199, 50, 6, 9, 0),
    (50, 99, 30, 3, 7, 29), (50, 59, 24, 2, 6, 38), (12, 99, 24, 3, 4, 0), (10, 99, 18, 3, 4, 0),
    (50, 20, 10, 1, 2, 48), (3, 20, 1, 1, 1, 2),
  ])
  func `as many stand beside one another as can be read`(
    count: Int, width: Int, height: Int, across: Int, rows: Int, hidden: Int
  ) {
    let layout = ColumnLayout(count: count, width: width, height: height)
    #expect(layout.areas.filter { $0.row == 0 }.count == across)
    #expect(Set(layout.areas.map(\.row)).count == rows)
    #expect(count - layout.areas.count == hidden)
  }
}
