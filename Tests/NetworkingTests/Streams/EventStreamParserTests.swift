import Testing

@testable import Networking

/// The grammar of event streams, rule by rule: HTML Standard, section 9.2.6.
@Suite struct EventStreamParserTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let stream: [UInt8]
    let events: [ServerSentEvent]
    var lastEventID = ""
    var retry: Duration?
    var testDescription: String { name }

    init(
      _ name: String, _ stream: String, _ data: [String], lastEventID: String = "",
      retry: Duration? = nil
    ) {
      self.init(
        name, Array(stream.utf8), data.map { ServerSentEvent(data: $0) }, lastEventID: lastEventID,
        retry: retry)
    }

    init(
      _ name: String, _ stream: [UInt8], _ events: [ServerSentEvent], lastEventID: String = "",
      retry: Duration? = nil
    ) {
      (self.name, self.stream, self.events) = (name, stream, events)
      (self.lastEventID, self.retry) = (lastEventID, retry)
    }
  }

  private static let long = String(repeating: "x", count: 2_049)

  static let cases: [Case] = [
    Case("one mark at the start", "\u{FEFF}data:1\n\n\u{FEFF}data:2\n\ndata:3\n\n", ["1", "3"]),
    Case("two marks", "\u{FEFF}\u{FEFF}data:1\n\ndata:2\n\n", ["2"]),
    Case("a mark before an empty line", "\u{FEFF}\ndata:1\n\n", ["1"]),
    Case(
      "comments", "data:1\r:\0\n:\r\ndata:2\n:\(long)\rdata:3\n:data:fail\r:\(long)\ndata:4\n\n",
      ["1\n2\n3\n4"]),
    Case("an event without an end is dropped", "data:test1\n\nid:7\ndata:test2", ["test1"]),
    Case("and with half an end", "data:test1\n\nid:7\ndata:test2\n", ["test1"]),
    Case("empty data", "data:\n\ndata\ndata\n\ndata:test\n\n", ["", "\n", "test"]),
    Case("no data is no event", "event:a\n\nfoo\n\n\n\ndata:x\n\n", ["x"]),
    Case(
      "the type is of one event", Array("event:test\ndata:x\n\ndata:x\n\nevent:\ndata:y\n\n".utf8),
      [.init(type: "test", data: "x"), .init(data: "x"), .init(data: "y")]),
    Case(
      "the type of what is no event is gone", Array("event:test\n\ndata:x\n\n".utf8),
      [.init(data: "x")]),
    Case(
      "an id stays, and an empty one takes it away",
      Array("id:1\ndata:a\n\ndata:b\n\nid\ndata:c\n\nid: 2 \n\n".utf8),
      [.init(data: "a", id: "1"), .init(data: "b", id: "1"), .init(data: "c")],
      lastEventID: "2 "),
    Case(
      "an id with NUL is none", Array("id:1\nid:a\0b\ndata:a\n\nid:\0\n\n".utf8),
      [.init(data: "a", id: "1")], lastEventID: "1"),
    Case("an id counts when its event ends", "data:a\n\nid:5\ndata:b\n", ["a"]),
    Case(
      "names are what they are",
      "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n"
        + " data:32\ndata:4\n\n", ["\0\n 2\n1\n3\n\n4"]),
    Case(
      "one blank is removed", "data:\ttest\rdata: \ndata:test\ndata:  x\n\n", ["\ttest\n\ntest\n x"]
    ),
    Case("ends of lines", "data:test\r\ndata\ndata:test\r\n\r", ["test\n\ntest"]),
    Case(
      "ends of lines, mixed", "data:1\r\rdata:2\n\ndata:3\r\n\r\ndata:4\n\r\ndata:5\r\n\n",
      ["1", "2", "3", "4", "5"]),
    Case("NUL is data", "data:\0\n\n\n\n", ["\0"]),
    Case("letters beyond ASCII", "data:ok…€😀\n\n", ["ok…€😀"]),
    Case(
      "bytes that are no UTF-8", Array("data:a".utf8) + [0xFF, 0xE2, 0x82] + Array("\n\n".utf8),
      [.init(data: "a\u{FFFD}\u{FFFD}")]),
    Case("a retry", "retry:3000\ndata:x\n\n", ["x"], retry: .milliseconds(3000)),
    Case("a retry at once", "retry: 0\n\n", [], retry: .zero),
    Case(
      "retries that are none",
      "retry:5\nretry:1000x\nretry\nretry:-1\nretry:+1\nretry:٣\n"
        + "retry:99999999999999999999\ndata:x\n\n", ["x"], retry: .milliseconds(5)),
    Case(
      "unknown fields", "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:comment\ndata:test\n\n",
      ["test\n\ntest"]),
    Case("colons in data", "data:a:b: c\n\n", ["a:b: c"]),
    Case("nothing", "", []),
  ]

  @Test(arguments: cases) func `a stream is parsed the same wherever it is split`(one: Case) throws
  {
    let bytes = one.stream
    var cuts = [[bytes], bytes.map { [$0] }]
    if bytes.count < 500 {
      cuts += bytes.indices.map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
    }
    for pieces in cuts {
      var parser = EventStreamParser()
      var events: [ServerSentEvent] = []
      for piece in pieces {
        parser.feed(piece)
        while let event = try parser.next() { events.append(event) }
      }
      // Canonically equivalent letters are different.
      #expect(events.map { Array($0.data.utf8) } == one.events.map { Array($0.data.utf8) })
      #expect(events == one.events)
      #expect(parser.lastEventID == one.lastEventID)
      #expect(parser.retry == one.retry)
    }
  }

  @Test func `the lengths of lines and events are limited`() throws {
    var parser = EventStreamParser(lineLimit: 10, eventLimit: 12)
    parser.feed(Array("data:12345\n\n".utf8))
    #expect(try parser.next()?.data == "12345")
    parser.feed(Array("data:123456".utf8))
    #expect(throws: EventStreamError.lineTooLong(limit: 10)) { try parser.next() }
    parser = EventStreamParser(lineLimit: 10, eventLimit: 12)
    parser.feed(Array("data:12345\ndata:12345\ndata:1\n".utf8))
    #expect(throws: EventStreamError.eventTooLong(limit: 12)) { try parser.next() }
  }
}
