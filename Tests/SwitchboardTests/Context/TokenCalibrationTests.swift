import Switchboard
import SwitchboardCore
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TokenCalibrationTests {
  private func learned(_ ratios: Double...) -> TokenCalibration {
    var calibration = TokenCalibration()
    for ratio in ratios {
      calibration.learn(reckoned: 1_000, reported: Int(ratio * 1_000), for: "v/m")
    }
    return calibration
  }

  @Test func `nothing learned changes nothing`() {
    #expect(TokenCalibration().factor(for: "v/m") == 1)
    #expect(TokenCalibration().tokens(123, for: "v/m") == 123)
    #expect(learned(1.3, 1.3).factor(for: "v/other") == 1)
  }

  @Test func `the first report counts half, more count whole`() {
    #expect(learned(1.2).factor(for: "v/m") == 1.1)
    #expect(learned(1.2, 1.2).factor(for: "v/m") == 1.2)
    #expect(learned(0.8, 0.8, 0.8).factor(for: "v/m") == 0.8)
    #expect(learned(1.2, 1.2).tokens(101, for: "v/m") == 122)
  }

  @Test(arguments: [0, -5, 499, 2_001, 1_000_000, Int.max, nil] as [Int?])
  func `counts that cannot be are passed over`(reported: Int?) {
    var calibration = learned(1.2, 1.2)
    let before = calibration
    calibration.learn(reckoned: 1_000, reported: reported, for: "v/m")
    #expect(calibration == before)
  }

  @Test func `requests that are mostly frame teach nothing`() {
    var calibration = TokenCalibration()
    calibration.learn(reckoned: 12, reported: 20, for: "v/m")
    calibration.learn(reckoned: 0, reported: 20, for: "v/m")
    calibration.learn(reckoned: -1, reported: 20, for: "v/m")
    #expect(calibration == TokenCalibration())
  }

  @Test(arguments: [0.5, 0.7, 1.6, 2.0])
  func `one absurd report does not move what several have said`(absurd: Double) {
    for place in 0...4 {
      var calibration = TokenCalibration()
      for number in 0..<5 {
        let ratio = number == place ? absurd : 1.1
        calibration.learn(reckoned: 1_000, reported: Int(ratio * 1_000), for: "v/m")
      }
      #expect(calibration.factor(for: "v/m") == 1.1, "\(place)")
    }
  }

  @Test func `what was long ago is forgotten`() {
    var calibration = learned(1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5)
    #expect(calibration.factor(for: "v/m") == 1.5)
    for _ in 0..<8 { calibration.learn(reckoned: 1_000, reported: 900, for: "v/m") }
    #expect(calibration.factor(for: "v/m") == 0.9)
  }

  @Test func `the factor stays within its bounds whatever is reported`() {
    var random = SplitMix64(seed: 5)
    var calibration = TokenCalibration()
    for _ in 0..<500 {
      calibration.learn(
        reckoned: Int.random(in: -10...5_000, using: &random),
        reported: Int.random(in: -10...20_000, using: &random), for: "v/m")
      #expect(TokenCalibration.bounds.contains(calibration.factor(for: "v/m")))
    }
    #expect(calibration.tokens(.max, for: "v/m") > 0)
  }

  @Test func `the JSON form keeps all, and what is no report is left out`() throws {
    var calibration = learned(1.2, 0.9, 1.3)
    calibration.learn(reckoned: 2_000, reported: 2_200, for: "w/a/b")
    #expect(calibration.json.text == #"{"v/m":[1200,900,1300],"w/a/b":[1100]}"#)
    #expect(TokenCalibration(json: calibration.json) == calibration)
    let damaged = try JSON(
      parsing: #"{"v/m":[1200,"x",-1,0,99999,1.5,null],"w/x":7,"y/z":[],"v/n":[3]}"#)
    #expect(TokenCalibration(json: damaged) == learned(1.2))
    #expect(TokenCalibration(json: "no object") == TokenCalibration())
  }

  @Test func `a model can be forgotten`() {
    var calibration = learned(1.2)
    #expect(calibration.models == ["v/m"])
    calibration.forget("v/m")
    #expect(calibration == TokenCalibration())
  }
}
