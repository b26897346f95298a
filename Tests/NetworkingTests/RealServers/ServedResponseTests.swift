import Foundation
import Networking
import Testing
import TremaHTTP
import TremaNetworkTestSupport

/// The responses of httpbin and nginx, as a client returns them over each transport.
@Suite(.serialized) struct ServedResponseTests {
  private struct Echo: Codable, Sendable {
    var args: [String: String] = [:]
    var form: [String: String]?
    var files: [String: String]?
    var headers: [String: String] = [:]
    var json: Dish?
    var method: String?
    var data: String?
  }

  /// The bytes that were sent.
  private struct Posted: Codable, Sendable { var data: String }
  private struct Dish: Codable, Hashable, Sendable { var name: String }

  private struct Order: Encodable, Sendable {
    var dish: String
    var aTable: Int
  }

  private struct Anything: Endpoint {
    var page: Int
    var request: Request<Echo> { RequestBuilder.get("anything").query("page", page).decoding() }
  }

  private struct Line: Decodable, Sendable { var id: Int }

  @Test(arguments: Carrier.allCases)
  func `JSON, text, bytes, empty bodies and untyped JSON are decoded`(_ carrier: Carrier)
    async throws
  {
    try await carrier.withClient(TestServers.httpbin()) { client in
      let echo = try await client.send(
        .post("anything").query("page", 2).json(Dish(name: "Käse")).decoding(Echo.self))
      #expect(echo.json == Dish(name: "Käse"))
      #expect(echo.args == ["page": "2"])
      #expect(echo.method == "POST")
      #expect(echo.headers["Content-Type"] == "application/json")
      let text = try await client.send(.get("encoding/utf8").text)
      #expect(text.contains("ἀπὸ"))
      let bytes = try await client.send(.get("base64/VHJlbWE=").bytes)
      #expect(bytes == Array("Trema".utf8))
      try await client.send(.get("status/204").empty)
      let any = try await client.send(.get("json").jsonValue)
      #expect(any["slideshow"]?["slides"]?[1] != nil)
      // The server compresses the body, and it is decoded here.
      let zipped = try await client.send(.get("gzip").jsonValue.withHead)
      #expect(zipped.fields["Content-Encoding"] == nil)
    }
  }

  @Test(arguments: Carrier.allCases)
  func `a client can pretty-print JSON`(_ carrier: Carrier) async throws {
    try await carrier.withClient(TestServers.httpbin()) { plain in
      var client = plain
      client.coders.json.keyEncodingStrategy = .convertToSnakeCase
      client.coders = client.coders.prettyJSON
      let echo = try await client.send(
        .post("anything").json(Order(dish: "soup", aTable: 4)).decoding(Posted.self))
      #expect(echo.data == "{\n  \"a_table\" : 4,\n  \"dish\" : \"soup\"\n}")
    }
  }

  @Test(arguments: Carrier.allCases)
  func `an array is decoded, including one that the server echoes`(
    _ carrier: Carrier
  ) async throws {
    try await carrier.withClient(TestServers.httpbin()) { client in
      let dishes = [Dish(name: "soup"), Dish(name: "tea")]
      let text = Data(try JSONEncoder().encode(dishes)).base64EncodedString()
      let target = text.replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_")
      let answer = try await client.send(.get("base64/\(target)").decoding([Dish].self))
      #expect(answer == dishes)
    }
  }

  @Test(arguments: Carrier.allCases)
  func `each kind of failure has its own error`(_ carrier: Carrier) async throws {
    let faults = try await TestServers.faults()
    try await carrier.withClient(TestServers.httpbin()) { client in
      for code in [400, 401, 404, 418, 429, 500, 503] {
        let error = await #expect(throws: NetworkError.self) {
          try await client.send(.get("status/\(code)").empty)
        }
        guard case .status(let failure) = error?.kind else {
          Issue.record("\(code): \(String(describing: error))")
          continue
        }
        #expect(failure.status.code == code)
        #expect(error?.attempts == 1)
      }
      let missing = try await client.send(.get("status/404").accepting(404).empty.withHead)
      #expect(missing.status == .notFound)
      let page = await #expect(throws: NetworkError.self) {
        try await client.send(.get("html").decoding(Dish.self))
      }
      guard case .decoding = page?.kind else {
        Issue.record("\(String(describing: page))")
        return
      }
      let type = await #expect(throws: NetworkError.self) {
        try await client.send(.get("html").bytes.requiring(contentType: "application/json"))
      }
      #expect("\(try #require(type))".contains("text/html"))
      for (target, kind) in [
        (faults.refused, TransportError.Kind.cannotConnect),
        (faults.url + "/truncated", .truncatedBody),
        (faults.url + "/reset-before", .connectionLost),
      ] {
        let error = await #expect(throws: NetworkError.self) {
          try await client.send(.get(target).bytes)
        }
        guard case .transport(let reason) = error?.kind else {
          Issue.record("\(target): \(String(describing: error))")
          continue
        }
        #expect(reason.kind == kind, "\(target)")
      }
    }
  }

  @Test(arguments: Carrier.allCases)
  func `the body of a failure is decoded as the request's failure type`(_ carrier: Carrier)
    async throws
  {
    try await carrier.withClient(TestServers.httpbin()) { client in
      // A failure for this request, with httpbin's echo as its body.
      let request = RequestBuilder.post("anything").json(Dish(name: "gone")).accepting(404)
        .decoding(Echo.self).failure(Echo.self)
      let error = await #expect(throws: NetworkError.self) { try await client.send(request) }
      #expect(error?.failure(as: Echo.self)?.json == Dish(name: "gone"))
      #expect(error?.status == .ok)
    }
  }

  @Test(arguments: Carrier.allCases)
  func `a body is read as it arrives, line by line`(_ carrier: Carrier) async throws {
    try await carrier.withClient(TestServers.httpbin()) { client in
      let response = try await client.send(.get("stream/20").response)
      #expect(response.status == .ok)
      var text: [UInt8] = []
      for try await piece in response.body { text += piece }
      let lines = text.split(separator: UInt8(ascii: "\n"))
      let numbers = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0)).id }
      #expect(numbers == Array(0..<20))
    }
    try await carrier.withClient(TestServers.nginx().http) { client in
      let response = try await client.send(.get("ten.bin").response)
      var (count, isRight) = (0, true)
      for try await piece in response.body {
        isRight = isRight && piece.first == UInt8(truncatingIfNeeded: count)
        count += piece.count
      }
      #expect(count == 10 << 20)
      #expect(isRight)
    }
  }

  @Test(arguments: Carrier.allCases)
  func `the parts of a form arrive as fields and files`(_ carrier: Carrier) async throws {
    try await carrier.withClient(TestServers.httpbin()) { client in
      let echo = try await client.send(
        .post("post")
          .multipart(
            .text("title", "Suppe & Brot =\r\n€"), .text("empty", ""),
            .data("note", Array("plain".utf8), fileName: "zürich 1.txt")
          )
          .decoding(Echo.self))
      #expect(echo.form == ["title": "Suppe & Brot =\r\n€", "empty": ""])
      #expect(echo.files == ["note": "plain"])
      #expect(echo.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    }
  }

  @Test(arguments: Carrier.allCases)
  func `an endpoint, a call and a closure return the same value`(_ carrier: Carrier) async throws {
    try await carrier.withClient(TestServers.httpbin()) { client in
      let sent = try await client.send(Anything(page: 3))
      #expect(sent.args == ["page": "3"])
      let call = client.call(Anything(page: 4))
      let called = try await call()
      #expect(called.args == ["page": "4"])
      let fromClosure: Result<Echo, NetworkError> = await withCheckedContinuation { done in
        _ = call.start(on: .queue(.global())) { result in done.resume(returning: result) }
      }
      let given = try fromClosure.get()
      #expect(given.args == ["page": "4"])
    }
  }
}
