import Testing
import TremaHTTP

@testable import Networking

@Suite struct RangeTests {
  /// RFC 9110, section 14.4.
  @Test func `a Content-Range field is parsed`() {
    let table: [(String, ContentRange?)] = [
      ("bytes 42-1233/1234", .part(first: 42, last: 1233, total: 1234)),
      ("bytes 42-1233/*", .part(first: 42, last: 1233, total: nil)),
      ("bytes */1234", .unsatisfied(total: 1234)),
      ("Bytes 0-0/1", .part(first: 0, last: 0, total: 1)),
      ("bytes 5-4/10", nil), ("bytes 5-10/10", nil), ("bytes */*", nil), ("bytes 5-/10", nil),
      ("bytes -5/10", nil), ("bytes 1-2", nil), ("bytes=1-2/3", nil), ("items 1-2/3", nil),
      ("bytes +1-2/3", nil), ("bytes 1-2/99999999999999999999", nil), ("", nil), ("bytes", nil),
      ("bytes 0-9223372036854775807/*", nil),
    ]
    for (text, range) in table { #expect(ContentRange(text) == range, "\(text)") }
  }

  /// RFC 9110, sections 8.8.2.2 and 13.1.5.
  @Test func `only strong validators allow resuming`() {
    let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
    let table: [(HTTPFields, String?)] = [
      (["ETag": "\"a\""], "\"a\""), (["ETag": "\"\""], "\"\""), (["ETag": "W/\"a\""], nil),
      (["ETag": "a"], nil), (["ETag": "\"a"], nil), (["ETag": "\"a\"b\""], nil),
      (["ETag": "\"a\"", "etag": "\"b\""], nil), ([:], nil), (["Last-Modified": modified], nil),
      (["Last-Modified": modified, "Date": modified], nil),
      (["Last-Modified": modified, "Date": "Sun, 06 Nov 1994 08:49:38 GMT"], modified),
      (["Last-Modified": "yesterday", "Date": modified], nil),
      // A weak tag is present, and so a date may not be used.
      (
        [
          "ETag": "W/\"a\"", "Last-Modified": modified, "Date": "Mon, 07 Nov 1994 08:49:37 GMT",
        ], nil
      ),
    ]
    for (fields, validator) in table {
      #expect(DownloadRecord.validator(of: fields, now: 0) == validator, "\(fields.all)")
    }
  }

  @Test func `a slow reader of progress gets the latest value and the end`() async {
    let board = ProgressBroadcaster()
    let values = board.values
    for count in 1...10_000 { board.reportReceived(Int64(count), of: 10_000) }
    board.finish()
    var seen: [Int64] = []
    for await progress in values { seen.append(progress.received.done) }
    #expect(seen == [10_000])
  }
}
