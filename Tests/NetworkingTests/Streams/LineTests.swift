import Testing
import TremaHTTP
import TremaSupport

@testable import Networking

@Suite struct LineTests {
  private struct Dish: Codable, Equatable, Sendable {
    var name: String
    var price: Int
  }

  /// A client whose responses have a body in these chunks.
  private static func client(
    _ pieces: [[UInt8]], type: String = "text/plain"
  ) -> HTTPClient {
    HTTPClient(
      transport: TestTransport { (request, _, _) throws(TransportError) in
        HTTPResponse(
          HTTPResponseHead(.ok, fields: ["Content-Type": type], url: request.target),
          body: .stream(Pieces(pieces.filter { !$0.isEmpty })))
      })
  }

  private static func cuts(_ bytes: [UInt8]) -> [[[UInt8]]] {
    [[bytes], bytes.map { [$0] }]
      + bytes.indices.map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
  }

  private static let draft = RequestBuilder.get("https://a.example/x")

  private static func lines(
    _ client: HTTPClient, limit: Int = 1 << 20
  ) async throws(NetworkError) -> [String] {
    var all: [String] = []
    for try await line in try await client.send(draft.lines(limit: limit)) { all.append(line) }
    return all
  }

  @Test(
    arguments: [
      ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\r", ["a"]), ("a\r\n", ["a"]),
      ("a\nb\r\nc\rd", ["a", "b", "c", "d"]), ("\r\n\n\r\r\n", ["", "", "", ""]),
      ("\u{FEFF}ä€😀\n\u{FEFF}x\n", ["ä€😀", "\u{FEFF}x"]),
    ] as [(String, [String])])
  func `lines are split independently of chunk boundaries`(text: String, expected: [String])
    async throws
  {
    for pieces in Self.cuts(Array(text.utf8)) {
      let lines = try await Self.lines(Self.client(pieces))
      #expect(lines.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }
  }

  @Test
  func `a line that is too long or not text ends the sequence with an error`() async throws {
    for pieces in Self.cuts(Array("1\n22\n333\n4".utf8)) {
      #expect(try await Self.lines(Self.client(pieces), limit: 3).count == 4)
      let lines = try await Self.client(pieces).send(Self.draft.lines(limit: 2))
      var iterator = lines.makeAsyncIterator()
      #expect(try await iterator.next() == "1")
      #expect(try await iterator.next() == "22")
      do {
        _ = try await iterator.next()
        Issue.record("it was read")
      } catch {
        guard case .decoding(let problem as LineError) = error.kind else { throw error }
        #expect(problem == LineError(line: 3, reason: .tooLong(limit: 2)))
        #expect(
          "\(error)"
            == "GET https://a.example/x: the response cannot be decoded: line 3 is longer than 2 bytes"
        )
        #expect(error.status == .ok)
      }
      // The sequence has ended.
      #expect(try await iterator.next() == nil)
    }
    do {
      _ = try await Self.lines(Self.client([[0x61, 0x0A, 0x62, 0xFF, 0x0A]]))
      Issue.record("it was read")
    } catch {
      guard case .decoding(let problem as LineError) = error.kind else { throw error }
      #expect(problem == LineError(line: 2, reason: .malformed(charset: "UTF-8")))
    }
  }

  @Test func `known charsets are decoded, and unknown ones are rejected`() async throws {
    let latin = Self.client([[0xE4, 0x0A, 0xFC]], type: "text/plain; charset=ISO-8859-1")
    #expect(try await Self.lines(latin) == ["ä", "ü"])
    do {
      _ = try await Self.lines(Self.client([[0x61]], type: "text/plain; charset=utf-16"))
      Issue.record("it was read")
    } catch {
      guard case .decoding(TextDecodingError.unknownCharset("utf-16")) = error.kind else {
        throw error
      }
    }
  }

  @Test func `JSON lines are decoded wherever the body is split`() async throws {
    let text =
      "\u{FEFF}{\"name\":\"Süppe😀\",\"price\":1}\r\n\n \t\n{\"name\":\"b\",\"price\":2}\n\r\n"
      + "{\"name\":\"c\",\"price\":3}"
    for pieces in Self.cuts(Array(text.utf8)) {
      var dishes: [Dish] = []
      let lines = try await Self.client(pieces).send(Self.draft.jsonLines(Dish.self))
      for try await dish in lines { dishes.append(dish) }
      #expect(dishes.map(\.name) == ["Süppe😀", "b", "c"])
      #expect(dishes.map(\.price) == [1, 2, 3])
    }
  }

  @Test func `an invalid line is reported by its number, without its content`() async throws {
    let text = "{\"name\":\"a\",\"price\":1}\n\n{\"name\":\"s3cret\",\"price\":\"s3cret\"}\n{}"
    var iterator = try await Self.client([Array(text.utf8)])
      .send(Self.draft.jsonLines(Dish.self)).makeAsyncIterator()
    #expect(try await iterator.next() == Dish(name: "a", price: 1))
    do {
      _ = try await iterator.next()
      Issue.record("it was read")
    } catch {
      guard case .decoding(let problem as JSONLineError) = error.kind else { throw error }
      #expect(problem.line == 3)
      #expect("\(problem)" == "line 3: 'price' must be an integer, not a string (column 26)")
      #expect(!"\(error)".contains("s3cret"))
    }
    #expect(try await iterator.next() == nil)
  }

  @Test func `nothing is read ahead, and releasing or cancelling ends the body`() async throws {
    let source = CountedSource()
    let client = HTTPClient(
      transport: TestTransport { (request, _, _) throws(TransportError) in
        HTTPResponse(HTTPResponseHead(.ok, url: request.target), body: .stream(source))
      })
    var lines: TextLines? = try await client.send(Self.draft.lines)
    var iterator = lines?.makeAsyncIterator()
    #expect(source.reads.value == 0)
    // Two lines per chunk.
    for count in 1...6 {
      _ = try await iterator?.next()
      #expect(source.reads.value == (count + 1) / 2)
    }
    #expect(!source.isCancelled.value)
    (lines, iterator) = (nil, nil)
    #expect(lines == nil && iterator == nil)
    #expect(source.isCancelled.value)
  }

  /// An endless source of two lines per chunk.
  private final class CountedSource: HTTPBodySource {
    let reads = LockedValue(0)
    let isCancelled = LockedValue(false)

    func next() async throws(TransportError) -> [UInt8]? {
      reads.add(1)
      return Array("a\nb\n".utf8)
    }

    func cancel() { isCancelled.value = true }
  }
}
