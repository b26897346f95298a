import Testing
import TremaConfigValues

@Suite struct UnitTextTests {
  @Test(arguments: [
    ("0s", 0), ("30s", 30_000_000_000), ("1h30m", 5_400_000_000_000),
    ("1d2h3m4s5ms6us7ns", 93_784_005_006_007), ("1.5h", 5_400_000_000_000),
    ("1m0.25s", 60_250_000_000), ("250ms", 250_000_000), ("2\u{B5}s", 2000), ("2\u{3BC}s", 2000),
    ("PT30S", 30_000_000_000), ("PT1H30M", 5_400_000_000_000), ("P1DT0.5S", 86_400_500_000_000),
    ("P2W", 1_209_600_000_000_000), ("PT0,5S", 500_000_000), ("106751d", 9_223_286_400_000_000_000),
  ])
  func `a duration is parsed into nanoseconds`(text: String, nanoseconds: Int64) throws {
    #expect(try UnitText.nanoseconds(text) == nanoseconds)
  }

  @Test(
    arguments: [
      ("", .malformed), ("30", .malformed), ("s", .malformed), ("-1s", .malformed),
      (" 1s", .malformed), ("1 s", .unknownUnit(" s")), ("1S", .unknownUnit("S")),
      ("1min", .unknownUnit("min")), ("1s1h", .wrongOrder("h")), ("1s1s", .wrongOrder("s")),
      ("1.5h3m", .malformed), ("1.s", .malformed), (".5s", .malformed), ("0.5ns", .tooFine),
      ("0.0000000001s", .tooFine), ("106752d", .tooLarge), ("99999999999999999999s", .tooLarge),
      ("106751d24h", .tooLarge), ("P", .malformed), ("PT", .malformed), ("P1Y", .calendar),
      ("P1M", .calendar), ("PT1D", .malformed), ("P1H", .malformed), ("PT1S1M", .malformed),
      ("pt1s", .malformed), ("\u{661}s", .malformed),
    ] as [(String, UnitText.Problem)])
  func `an invalid duration is rejected with a reason`(text: String, problem: UnitText.Problem) {
    #expect(throws: problem) { try UnitText.nanoseconds(text) }
  }

  @Test(arguments: [
    ("0B", 0), ("10MB", 10_000_000), ("512KiB", 524_288), ("1.5KiB", 1536), ("1kB", 1000),
    ("1KB", 1000), ("2 GiB", 2_147_483_648), ("1TB", 1_000_000_000_000),
    ("9PB", 9_000_000_000_000_000),
    ("8191PiB", 9_222_246_136_947_933_184),
  ])
  func `a size is parsed into bytes`(text: String, bytes: Int64) throws {
    #expect(try UnitText.bytes(text) == bytes)
  }

  @Test(
    arguments: [
      ("", .malformed), ("10", .malformed), ("MB", .malformed), ("-1B", .malformed),
      ("1mb", .unknownUnit("mb")), ("1Mb", .unknownUnit("Mb")), ("1kiB", .unknownUnit("kiB")),
      ("1EB", .unknownUnit("EB")), ("1MB2", .malformed), ("0.5B", .tooFine), ("1.0001kB", .tooFine),
      ("8192PiB", .tooLarge), ("9223372036854775808B", .tooLarge), ("1  MB", .unknownUnit(" MB")),
    ] as [(String, UnitText.Problem)])
  func `an invalid size is rejected with a reason`(text: String, problem: UnitText.Problem) {
    #expect(throws: problem) { try UnitText.bytes(text) }
  }
}
