import TremaHTTP
import TremaSupport

/// A request as it came over the wire.
struct ReceivedRequest: Sendable {
  var method = ""
  var target = ""
  var fields: HTTPFields = [:]
  /// The body; `nil` until it has been read.
  var body: [UInt8]?
  var connection: Int
}

/// A request that is being answered, from the thread of its connection.
struct ServedExchange: Sendable {
  typealias Lost = ServerConnection.Lost

  let request: ReceivedRequest
  let connection: ServerConnection
  /// Which one of its connection this is, from 1.
  let number: Int
  let noteBody: @Sendable ([UInt8]) -> Void

  static func head(on connection: ServerConnection) throws(Lost) -> ReceivedRequest {
    var request = ReceivedRequest(connection: connection.number)
    let words = try connection.readLine().split(separator: 0x20)
    guard words.count == 3 else { throw Lost() }
    request.method = String(decoding: words[0], as: UTF8.self)
    request.target = String(decoding: words[1], as: UTF8.self)
    while true {
      let line = try connection.readLine()
      if line.isEmpty { return request }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw Lost() }
      let value = line[(colon + 1)...].drop { $0 == 0x20 }
      request.fields.append(
        HTTPFields.Name(String(decoding: line[..<colon], as: UTF8.self)),
        String(decoding: value, as: UTF8.self))
    }
  }

  @discardableResult
  func readBody() throws(Lost) -> [UInt8] {
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
    noteBody(body)
    return body
  }

  func write(_ text: String) throws(Lost) { try connection.write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(Lost) { try connection.write(bytes) }

  /// Reads what is left of the request, and answers it.
  func answer(
    _ status: String = "200 OK", fields: String = "", body: [UInt8] = []
  ) throws(Lost) {
    try readBody()
    try write("HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\n\(fields)\r\n")
    if request.method != "HEAD" { try write(body) }
  }

  /// Reads until the peer goes away.
  func waitForEnd() {
    while !connection.readSome().isEmpty {}
    connection.close()
  }
}
