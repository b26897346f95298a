import Foundation
import Networking
import Testing
import TremaCurl
import TremaHTTP
import TremaNetworkTestSupport

/// Forms and files as they arrive at a real server, over a real transport.
@Suite struct PostedFormTests {
  private struct Echo: Decodable, Sendable {
    var form: [String: String]
    /// Binary contents are a `data:` URL.
    var files: [String: String]
    var headers: [String: String]
    var data: String
  }

  private func withClient(_ body: (HTTPClient) async throws -> Void) async throws {
    let transport = try CurlTransport()
    let client = HTTPClient(baseURL: try await TestServers.httpbin(), transport: transport)
    do { try await body(client) } catch {
      await transport.close()
      throw error
    }
    await transport.close()
  }

  private func withFile(
    _ name: String, _ bytes: [UInt8], _ body: (String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    try await body(file.path)
  }

  /// All values of a byte, and more than any buffer holds.
  private let binary = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  private func shown(_ bytes: [UInt8], _ type: String) -> String {
    "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }

  @Test func `fields and files of a form are received with their kinds`() async throws {
    try await withFile("zürich 1.png", binary) { path in
      try await withClient { client in
        let echo = try await client.send(
          .post("post")
            .multipart(
              .text("title", "Suppe & Brot =\r\n€"), .text("empty", ""),
              .data("note", Array("plain".utf8), fileName: "note.txt"),
              .file("photo", path: path)
            )
            .decoding(Echo.self))
        #expect(echo.form == ["title": "Suppe & Brot =\r\n€", "empty": ""])
        #expect(Set(echo.files.keys) == ["note", "photo"])
        #expect(echo.files["note"] == "plain")
        #expect(echo.files["photo"] == shown(binary, "image/png"))
        #expect(echo.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
        // Every length is known, so it is sent.
        #expect(echo.headers["Content-Length"].flatMap { Int($0) } ?? 0 > binary.count)
        #expect(echo.headers["Transfer-Encoding"] == nil)
      }
    }
  }

  @Test func `a form with a part of unknown length is sent in chunks`() async throws {
    let (first, second) = (Array(binary[..<100_000]), Array(binary[100_000...]))
    try await withClient { client in
      let stream = HTTPBodyStream { () async throws(TransportError) in
        PiecesSource([first, second])
      }
      let form = MultipartForm([
        .text("title", "Soup"),
        MultipartForm.Part(
          "film", .stream(stream), fileName: "film.bin", type: "application/octet-stream"),
      ])
      let echo = try await client.send(.post("post").multipart(form).decoding(Echo.self))
      #expect(echo.form == ["title": "Soup"])
      #expect(echo.files == ["film": shown(binary, "application/octet-stream")])
      #expect(echo.headers["Content-Length"] == nil)
    }
  }

  @Test func `a file is received with its length and type`() async throws {
    try await withFile("photo.png", binary) { path in
      try await withClient { client in
        for request in [RequestBuilder<BodyAllowed>.put("put"), .post("post"), .patch("patch")] {
          let echo = try await client.send(request.file(path: path).decoding(Echo.self))
          #expect(echo.data == shown(binary, "application/octet-stream"))
          #expect(echo.headers["Content-Type"] == "image/png")
          #expect(echo.headers["Content-Length"] == "\(binary.count)")
          #expect(echo.form.isEmpty && echo.files.isEmpty)
        }
      }
    }
  }
}

/// A source of chunks in memory.
private actor PiecesSource: HTTPBodySource {
  private var rest: [[UInt8]]

  init(_ pieces: [[UInt8]]) { rest = pieces }

  func next() async throws(TransportError) -> [UInt8]? { rest.isEmpty ? nil : rest.removeFirst() }

  nonisolated func cancel() {}
}
