import TremaHTTP
import TremaSupport

/// A request as it was received.
struct ReceivedRequest: Sendable {
  var method = ""
  var target = ""
  var fields: HTTPFields = [:]
  /// The body, decoded from its framing, or `nil` until the handler has read it.
  var body: [UInt8]?
  /// The number of its connection.
  var connectionNumber: Int
}

/// A request that is being handled, on the thread of its connection.
struct ServedExchange: Sendable {
  /// The error for a lost connection.
  typealias ConnectionLost = ServerConnection.ConnectionLost

  /// The request without its body.
  let request: ReceivedRequest
  /// The request's connection.
  let connection: ServerConnection
  /// The request's number on its connection, from 1.
  let number: Int
  /// Stores the body after it has been read.
  let storeBody: @Sendable ([UInt8]) -> Void

  /// Reads the head of a request.
  ///
  /// - Throws: `ConnectionLost` if the connection ends or the head is malformed.
  static func head(on connection: ServerConnection) throws(ConnectionLost) -> ReceivedRequest {
    var request = ReceivedRequest(connectionNumber: connection.number)
    let words = try connection.readLine().split(separator: 0x20)
    guard words.count == 3 else { throw ConnectionLost() }
    request.method = String(decoding: words[0], as: UTF8.self)
    request.target = String(decoding: words[1], as: UTF8.self)
    while true {
      let line = try connection.readLine()
      if line.isEmpty { return request }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw ConnectionLost() }
      let value = line[(colon + 1)...].drop { $0 == 0x20 }
      request.fields.append(
        HTTPFields.Name(String(decoding: line[..<colon], as: UTF8.self)),
        String(decoding: value, as: UTF8.self))
    }
  }

  /// Reads the body of the request, after sending `100 Continue` if the request expects it.
  @discardableResult
  func readBody() throws(ConnectionLost) -> [UInt8] {
    if request.fields[.expect] != nil { try write("HTTP/1.1 100 Continue\r\n\r\n") }
    var body: [UInt8] = []
    if request.fields[.transferEncoding] != nil {
      while let count = Int(String(decoding: try connection.readLine(), as: UTF8.self), radix: 16) {
        body += try connection.read(exactly: count)
        _ = try connection.readLine()
        if count == 0 { break }
      }
    } else if let length = request.fields[.contentLength].flatMap({ Int($0) }) {
      body = try connection.read(exactly: length)
    }
    storeBody(body)
    return body
  }

  /// Sends the UTF-8 bytes of a string.
  func write(_ text: String) throws(ConnectionLost) { try connection.write(Array(text.utf8)) }

  /// Sends bytes.
  func write(_ bytes: [UInt8]) throws(ConnectionLost) { try connection.write(bytes) }

  /// Reads the body of the request and sends a response with a `Content-Length` field.
  ///
  /// - Parameters:
  ///   - status: The code and the reason phrase.
  ///   - fields: Additional header fields, each with CRLF at its end.
  ///   - body: The body of the response, which is omitted for `HEAD`.
  func respond(
    _ status: String = "200 OK", fields: String = "", body: [UInt8] = []
  ) throws(ConnectionLost) {
    try readBody()
    try write("HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\n\(fields)\r\n")
    if request.method != "HEAD" { try write(body) }
  }

  /// Reads until the client closes the connection, then closes the connection as well.
  func waitForEnd() {
    while !connection.readSome().isEmpty {}
    connection.close()
  }
}
