import Foundation
import Testing
import TremaDates
import TremaTestSupport

/// The examples of the guide.
@Suite struct GuideTests {
  @Test func `the examples for parsing and formatting work`() throws {
    let moment = try Timestamp(rfc3339: "2002-05-09T17:21:36.25+02:00")
    #expect(moment.seconds == 1_020_957_696)
    #expect(moment.nanoseconds == 250_000_000)
    #expect(moment.offset.minutes == 120)
    #expect(moment.rfc3339(fraction: .digits(3), offset: .utc) == "2002-05-09T15:21:36.250Z")
    #expect(moment.rfc822() == "Thu, 09 May 2002 17:21:36 +0200")
    #expect(moment.httpDate() == "Thu, 09 May 2002 15:21:36 GMT")
    #expect(moment.date.rfc3339() == "2002-05-09T15:21:36.25Z")
  }

  @Test func `the example for an error works`() {
    do {
      _ = try Timestamp(rfc3339: "2002-02-30T15:21:00Z")
    } catch {
      #expect(error.description == "column 9: day 30 does not exist in 2002-02")
      #expect(error.offset == 8)
      #expect(error.expected == "a day from 01 to 28")
      #expect(error.found == "30")
    }
  }

  @Test func `the examples for GirdersSwift's functions work`() {
    let text = Date(timeIntervalSince1970: 1_020_957_660).toRFC822String()
    #expect(text == "Thu, 09 May 2002 15:21:00 GMT")
    #expect(text.parseRFC822Timestamp() == Date(timeIntervalSince1970: 1_020_957_660))
    #expect("2002-05-09T15:21:00".parseRFC3339Timestamp() == text.parseRFC822Timestamp())
  }

  @Test func `the page shows the code that is compiled here`() throws {
    let page = try PageBlocks(page: "Dates.md")
    #expect(page.blocks.count == 3)
    let source = try PageBlocks.source(of: #filePath)
    for block in page.blocks { #expect(source.contains(block), "\(block)") }
  }
}
