import ConfigKit
import Testing
import TremaTestSupport

/// Randomly corrupted configurations, in a separate process: the reader returns in time and needs
/// little memory.
@Suite struct PropertyListMutationTests {
  private static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>é</key><array><integer> 31 </integer><real>1.5</real></array>
    <!-- c --><key>d</key><date>2026-11-21T06:30:00+01:00</date><key>x</key><data>AQID</data>
    <key>t</key><true/><key>s</key><string>a&amp;<![CDATA[b]]></string></dict></plist>
    """

  private static let text = """
    /* c */ "k\\Ud83d\\Ude00" = "v\\101"; a = { b = ( 1, <0fbd>, 'x' ); }; // end
    flag; "é" = "\\n😀";
    """

  private func check(
    _ bytes: [UInt8], isReadable: Bool = true, at place: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "sample")
    let numbers = try PlatformJudges.mutations("sample", in: folder)
    try #require(numbers.count == 4, sourceLocation: place)
    #expect(numbers[0] + numbers[1] == 10_000, sourceLocation: place)
    // Some files must still be valid and some invalid.
    #expect(
      (numbers[0] > 200 || !isReadable) && numbers[1] > 200, "\(numbers)", sourceLocation: place)
    // The bound is for an unoptimized build; a corrupted file takes less than a millisecond.
    #expect(
      Duration.milliseconds(numbers[2]) < ThreadSanitizer.bound(ofTime: .seconds(10)),
      "\(numbers[2]) ms",
      sourceLocation: place)
    #expect(
      numbers[3] < ThreadSanitizer.bound(ofMemory: 16_384), "\(numbers[3]) kB",
      sourceLocation: place)
  }

  @Test func `10,000 corrupted XML files are parsed or rejected in time`() throws {
    try check(Array(Self.xml.utf8))
  }

  @Test func `10,000 corrupted OpenStep files are parsed or rejected in time`() throws {
    try check(Array(Self.text.utf8))
  }

  @Test func `10,000 corrupted binary files are parsed or rejected in time`() throws {
    let value = try ConfigFormat.plist.decode(Array(Self.xml.utf8), file: "f").value
    try check(try ConfigOutput.binary.bytes(of: value, file: "f"))
  }

  @Test func `10,000 corrupted expansion bombs are parsed or rejected in time`() throws {
    // With 12 levels half of them are small enough to be read.
    try check(VerdictRow.bomb(levels: 12))
    try check(VerdictRow.bomb(levels: 22), isReadable: false)
  }
}
