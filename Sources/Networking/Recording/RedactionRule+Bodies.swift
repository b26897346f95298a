import TremaHTTP
import TremaJSON
import TremaSupport

// Redaction of bodies, depending on their content type.
extension RedactionRule {
  /// Returns a body without its secrets.
  ///
  /// - Parameter fields: The fields of the message that contains the body.
  func redacted(_ body: RecordedExchange.Body, _ fields: HTTPFields) -> RecordedExchange.Body {
    guard let bytes = body.bytes, !bytes.isEmpty, !hidesNothing else { return body }
    var body = body
    body.bytes = bodies == .hidden ? nil : redacted(bytes, fields)
    if body.bytes == nil { body.absence = .hidden }
    return body
  }

  /// Returns the bytes without their secrets. A compressed body is kept if it contains none;
  /// otherwise the result is `nil`.
  private func redacted(_ bytes: [UInt8], _ fields: HTTPFields) -> [UInt8]? {
    let type = fields[.contentType]
    guard let coding = fields[.contentEncoding], coding.utf8.map(ASCII.lowercased) != Self.identity
    else { return redacted(bytes, type: type) }
    var head = HTTPResponseHead(.ok)
    head.fields[.contentEncoding] = coding
    guard
      let response = try? HTTPResponse(head, body: .bytes(bytes)).decodedContent(limit: 64 << 20),
      !response.fields.contains(.contentEncoding), let plain = response.body.bytes
    else { return nil }
    return redacted(plain, type: type) == plain ? bytes : nil
  }

  /// The name of the content coding that has no effect.
  private static let identity = Array("identity".utf8)

  /// Returns the bytes without their secrets, or `nil` if the secrets cannot be determined.
  func redacted(_ bytes: [UInt8], type: String?) -> [UInt8]? {
    switch BodyKind(bytes, type: type) {
    case .json: return redacted(json: bytes) ?? bytesWithoutSecretNames(bytes)
    case .lines: return redacted(lines: bytes)
    case .form: return redacted(form: bytes)
    case .multipart(let boundary): return redacted(multipart: bytes, boundary)
    case .xml: return redacted(xml: bytes) ?? bytesWithoutSecretNames(bytes)
    case .unreadable: return bytesWithoutSecretNames(bytes)
    case .other: return bytes
    }
  }

  /// Returns the bytes if they do not contain the name of a secret; otherwise returns `nil`. The
  /// search does not decode UTF-16 or numeric escapes; a body that appears to contain them is also
  /// hidden.
  func bytesWithoutSecretNames(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.contains(0) || bytes.indices.dropLast().contains(where: { isEscape(bytes, $0) }) {
      return nil
    }
    let letters = ASCIISet.alphanumeric | ASCIISet("_-.")
    let words = bytes.split { !letters.contains($0) }
    return words.contains { isSecret(String(decoding: $0, as: UTF8.self)) } ? nil : bytes
  }

  /// Returns whether a `\u` escape starts at an index.
  private func isEscape(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "\\") && bytes[index + 1] == UInt8(ascii: "u")
  }

  /// Returns JSON without its secrets, or the same bytes if there are none. Returns `nil` if the
  /// bytes are not valid JSON.
  private func redacted(json bytes: [UInt8]) -> [UInt8]? {
    guard let value = try? JSONValue.decode(bytes, file: "", keepsDuplicates: true) else {
      return nil
    }
    let redacted = redacted(value, isSecret: false)
    if redacted == value { return bytes }
    return JSONWriter(layout: .compact, endsWithNewline: false).bytes(of: redacted)
  }

  /// Returns a value without its secrets. Its structure is preserved so that it can still be
  /// decoded: secret strings are replaced with the mask, secret numbers with 0.
  private func redacted(_ value: JSONValue, isSecret: Bool) -> JSONValue {
    switch value.content {
    case .null, .bool: return value
    case .number: return isSecret ? JSONValue(0) : value
    case .string(let text): return isSecret ? JSONValue(mask) : JSONValue(redacted(text: text))
    case .array(let elements):
      return JSONValue(.array(elements.map { redacted($0, isSecret: isSecret) }))
    case .object(let object):
      return JSONValue(
        .object(
          JSONObject(
            object.members.map { member in
              let isSecret = isSecret || self.isSecret(member.name)
              return JSONObject.Member(member.name, redacted(member.value, isSecret: isSecret))
            })))
    }
  }

  /// Returns a string without its secrets. A string that is a URL or JSON may contain secrets.
  ///
  /// - Parameter depth: The number of URLs that contain the string.
  func redacted(text: String, depth: Int = 0) -> String {
    if let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let json = redacted(json: Array(text.utf8))
    {
      return String(decoding: json, as: UTF8.self)
    }
    guard Self.beginsAsURL(text) else { return text }
    guard let url = try? URLReference(text) else {
      // If there is no valid URL, the end of the user name is unknown.
      return text.utf8.contains(where: Self.urlMarkers.contains) ? Redaction.url(text) : text
    }
    let isPlain = url.userInfo == nil && url.query == nil && url.fragment == nil
    return isPlain && !url.path.utf8.contains(UInt8(ascii: ";"))
      ? text : redacted(url: text, depth: depth)
  }

  /// Returns whether a string starts like a URL, such as `https://` or `postgres://`.
  private static func beginsAsURL(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    return scheme.first.map(ASCII.isLetter) == true
      && scheme.allSatisfy { ASCII.isAlphanumeric($0) || "+-.".utf8.contains($0) }
      && text.utf8[colon...].starts(with: "://".utf8)
  }

  /// Redacts lines that consist of JSON, either alone or after an event's `data:`. Returns `nil` if
  /// any other line contains the name of a secret.
  private func redacted(lines bytes: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      rest = rest[line.endIndex...]
      let content = line.drop { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "[") }
      let head = line[..<content.startIndex]
      let prefix = head.starts(with: "data:".utf8) ? head.dropFirst(5) : head
      let isPlain = prefix.allSatisfy { ASCII.isSpace($0) || $0 == 0x1E }
      if !content.isEmpty, isPlain, let json = redacted(json: Array(content)) {
        output += head + json
      } else {
        guard let line = bytesWithoutSecretNames(Array(line)) else { return nil }
        output += line
      }
      if let end = rest.popFirst() { output.append(end) }
    }
    return output
  }
}

/// The format of a body that may contain named secrets.
enum BodyKind: Equatable {
  case json
  case lines
  case form
  case multipart(boundary: [UInt8])
  case xml
  /// The body has a declared format but cannot be parsed.
  case unreadable
  /// The body has a different format.
  case other

  /// Creates the format of a body.
  ///
  /// - Parameter type: The value of `Content-Type`. If it is missing, or means plain text or
  ///   unknown content, the format is detected from the bytes.
  init(_ bytes: [UInt8], type: String?) {
    let text = type.map { $0.utf8.map(ASCII.lowercased) } ?? []
    let name = String(
      decoding: text.prefix { $0 != UInt8(ascii: ";") }.filter { !ASCII.isSpace($0) },
      as: UTF8.self)
    switch name {
    case "application/x-www-form-urlencoded": self = .form
    case "application/x-ndjson", "application/jsonl", "application/json-seq",
      "text/event-stream", "application/x-jsonlines":
      self = .lines
    case "", "text/plain", "application/octet-stream": self = Self.detect(in: bytes)
    case let name where name.hasSuffix("json") || name.hasSuffix("javascript"): self = .json
    case let name where name.hasSuffix("xml"): self = .xml
    case let name where name.hasPrefix("multipart/"):
      self = Self.boundary(type ?? "").map { .multipart(boundary: $0) } ?? .unreadable
    default: self = .other
    }
  }

  /// Detects the format from the bytes.
  private static func detect(in bytes: [UInt8]) -> BodyKind {
    // These are the byte order marks of UTF-16.
    let byteOrderMarks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE]]
    if byteOrderMarks.contains(where: { bytes.starts(with: $0) }) { return .unreadable }
    let texts = ASCIISet("{[<")
    let (first, second) = (bytes.first ?? 0, bytes.dropFirst().first ?? 0)
    if first == 0 && texts.contains(second) || texts.contains(first) && second == 0 {
      return .unreadable
    }
    let start = bytes.first { !ASCII.isSpace($0) }
    switch start {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    case UInt8(ascii: "<"): return .xml
    default: break
    }
    let isForm =
      bytes.contains(UInt8(ascii: "=")) && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    return isForm ? .form : .other
  }

  /// Returns the boundary in a media type, or `nil` if it is missing or empty.
  ///
  /// See RFC 2046, section 5.1.1.
  static func boundary(_ type: String) -> [UInt8]? {
    let bytes = Array(type.utf8)
    let name = Array("boundary=".utf8)
    let starts = bytes.indices.dropLast(name.count)
    guard
      let start = starts.first(where: {
        bytes[$0..<($0 + name.count)].map(ASCII.lowercased) == name
      })
    else { return nil }
    let rest = bytes[(start + name.count)...]
    let value =
      rest.first == UInt8(ascii: "\"")
      ? rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
      : rest.prefix { $0 != UInt8(ascii: ";") && !ASCII.isSpace($0) }
    return value.isEmpty ? nil : Array(value)
  }
}
