import TremaHTTP

/// A form with files: named parts, one after the other, in one body. A value; nothing of a file is
/// read before it is sent, and then not more than a piece at a time.
///
///     try await client.send(
///       .post("photos").multipart(.text("title", title), .file("photo", path: path)))
///
/// Source: RFC 7578.
public struct MultipartForm: Sendable {
  /// The parts in their order.
  public var parts: [Part]
  /// The boundary between the parts. The default has 160 random bits, so that no file contains it.
  public let boundary: String

  /// Creates a form.
  public init(_ parts: [Part] = []) {
    self.parts = parts
    var generator = SystemRandomNumberGenerator()
    boundary =
      "trema-"
      + (0..<5).map { _ in
        let digits = String(generator.next() as UInt32, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
      }.joined()
  }

  /// - Parameter boundary: 1 to 70 letters, digits and `'()+_,-./:=?`. The caller guarantees that
  ///   it does not occur in files and streams; bytes and texts are searched for it.
  /// - Throws: ``MultipartError/boundary(_:)``.
  public init(_ parts: [Part] = [], boundary: String) throws(MultipartError) {
    guard MultipartSyntax.isBoundary(boundary) else { throw .boundary(boundary) }
    self.parts = parts
    self.boundary = boundary
  }

  /// A copy with one more part at its end.
  public func adding(_ part: Part) -> MultipartForm {
    var copy = self
    copy.parts.append(part)
    return copy
  }

  /// The value of the field `Content-Type`.
  public var contentType: String {
    MultipartSyntax.isToken(boundary)
      ? "multipart/form-data; boundary=\(boundary)"
      : "multipart/form-data; boundary=\"\(boundary)\""
  }

  /// A name and what it means.
  public struct Part: Sendable {
    /// The name of the field.
    public var name: String
    /// Makes a file of it at the other end.
    public var fileName: String?
    /// The media type; `nil` writes no `Content-Type`, which means plain text.
    public var type: String?
    /// The content of the part.
    public var content: HTTPBody

    /// Creates a part.
    ///
    /// - Parameters:
    /// - content: the content; a file is streamed.
    /// - fileName: the name that the server sees for a file.
    /// - type: the media type.
    public init(_ name: String, _ content: HTTPBody, fileName: String? = nil, type: String? = nil) {
      self.name = name
      self.content = content
      self.fileName = fileName
      self.type = type
    }
  }
}

extension MultipartForm.Part {
  /// A text, in UTF-8; no file.
  public static func text(_ name: String, _ text: String, type: String? = nil) -> Self {
    Self(name, .bytes(Array(text.utf8)), type: type)
  }

  /// Bytes.
  ///
  /// - Parameter type: by default what the ending of the file name says, then the first bytes.
  public static func data(
    _ name: String, _ bytes: [UInt8], fileName: String? = nil, type: String? = nil
  ) -> Self {
    let known = type ?? fileName.flatMap(GuessedType.ofFile) ?? GuessedType.sniffed(bytes)
    return Self(name, .bytes(bytes), fileName: fileName, type: known)
  }

  /// A file, read when it is sent.
  ///
  /// - Parameters:
  ///   - fileName: by default the last component of the path.
  ///   - type: by default what the ending of the file name says, or that of the path.
  public static func file(
    _ name: String, path: String, fileName: String? = nil, type: String? = nil
  ) -> Self {
    let shown =
      fileName
      ?? String(decoding: path.utf8.reversed().prefix { $0 != 0x2F }.reversed(), as: UTF8.self)
    let known = type ?? GuessedType.ofFile(shown) ?? GuessedType.ofFile(path) ?? GuessedType.unknown
    return Self(name, .file(path: path), fileName: shown, type: known)
  }

  /// A part that is produced while it is sent. Without its length the form has none either, and is sent
  /// in chunks.
  public static func stream(
    _ name: String, _ stream: HTTPBodyStream, fileName: String? = nil, type: String? = nil
  ) -> Self {
    let known = type ?? fileName.flatMap(GuessedType.ofFile) ?? GuessedType.unknown
    return Self(name, .stream(stream), fileName: fileName, type: known)
  }
}

/// Why a form cannot be written.
public enum MultipartError: Error, Hashable, Sendable {
  /// A boundary with letters that may not be in one, or of a wrong length.
  case boundary(String)
  /// The boundary occurs in the content of the part with this name.
  case boundaryInside(part: String)
  /// The type of the part with this name holds a control character.
  case type(part: String)
}

extension MultipartError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .boundary(let text): "'\(HTTPSyntax.shown(text))' cannot be a boundary"
    case .boundaryInside(let part):
      "the boundary occurs in the content of the part '\(HTTPSyntax.shown(part))'"
    case .type(let part):
      "the type of the part '\(HTTPSyntax.shown(part))' can be no value of a header field"
    }
  }
}

extension MultipartForm: Redacted {
  /// `a form with [title: a body of 5 bytes]`
  public var description: String {
    "a form with [\(parts.map(\.description).joined(separator: ", "))]"
  }
}

extension MultipartForm.Part: Redacted {
  /// A description for logs and messages.
  public var description: String { "\(HTTPSyntax.shown(name)): \(content)" }
}

extension MultipartForm {
  /// The form as a body. Its length is known when those of all parts are, and it can be sent again
  /// when all of them can. Files are measured now; one that is not there is the error `requestBody`
  /// of the transport, before a byte is sent.
  ///
  /// - Throws: ``MultipartError``.
  public func body() throws(MultipartError) -> HTTPBody {
    var segments: [HTTPBody] = []
    for (index, part) in parts.enumerated() {
      if case .bytes(let bytes) = part.content, MultipartSyntax.occurs(boundary, in: bytes) {
        throw .boundaryInside(part: part.name)
      }
      segments.append(
        .bytes(try MultipartSyntax.head(of: part, boundary: boundary, isFirst: index == 0)))
      segments.append(part.content)
    }
    segments.append(.bytes(MultipartSyntax.end(boundary: boundary, isEmpty: parts.isEmpty)))
    return Self.joined(segments)
  }

  private static func joined(_ segments: [HTTPBody]) -> HTTPBody {
    var lengths: [Int64?] = []
    var failure: TransportError?
    for segment in segments {
      do throws(TransportError) {
        lengths.append(try segment.length())
      } catch {
        failure = failure ?? error
        lengths.append(nil)
      }
    }
    let total = lengths.reduce(0 as Int64?) { sum, length in
      guard let sum, let length else { return nil }
      return sum + length
    }
    let measured = zip(segments, lengths).map { MultipartSource.Segment(body: $0, length: $1) }
    return .stream(
      HTTPBodyStream(length: total, isReplayable: segments.allSatisfy(\.isReplayable)) {
        [failure] () throws(TransportError) in
        if let failure { throw failure }
        return MultipartSource(measured)
      })
  }
}
