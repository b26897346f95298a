import TremaHTTP

/// A multipart form: named parts, one after the other, in one body. A form is a value. Files are
/// not read before the form is sent, and then chunk by chunk.
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

  /// Creates a form with a boundary.
  ///
  /// - Parameter boundary: 1 to 70 letters, digits and `'()+_,-./:=?`. The caller guarantees that
  ///   it does not occur in files and streams; bytes and texts are searched for it.
  /// - Throws: ``MultipartError/boundary(_:)``.
  public init(_ parts: [Part] = [], boundary: String) throws(MultipartError) {
    guard MultipartSyntax.isBoundary(boundary) else { throw .boundary(boundary) }
    self.parts = parts
    self.boundary = boundary
  }

  /// Returns a copy with one more part at its end.
  public func adding(_ part: Part) -> MultipartForm {
    var copy = self
    copy.parts.append(part)
    return copy
  }

  /// The value of `Content-Type`, with the boundary.
  public var contentType: String {
    MultipartSyntax.isToken(boundary)
      ? "multipart/form-data; boundary=\(boundary)"
      : "multipart/form-data; boundary=\"\(boundary)\""
  }

  /// A named part of a form.
  public struct Part: Sendable {
    /// The name of the field.
    public var name: String
    /// The file name; the server treats a part with one as a file. `nil` for other parts.
    public var fileName: String?
    /// The media type; `nil` writes no `Content-Type`, which means plain text.
    public var type: String?
    /// The content of the part.
    public var content: HTTPBody

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - name: the name of the field.
    ///   - content: the content; a file is streamed.
    ///   - fileName: the file name that the server receives; `nil` for a part that is no file.
    ///   - type: the media type; `nil` writes no `Content-Type`.
    public init(_ name: String, _ content: HTTPBody, fileName: String? = nil, type: String? = nil) {
      self.name = name
      self.content = content
      self.fileName = fileName
      self.type = type
    }
  }
}

extension MultipartForm.Part {
  /// Creates a part with a text in UTF-8, which is no file.
  public static func text(_ name: String, _ text: String, type: String? = nil) -> Self {
    Self(name, .bytes(Array(text.utf8)), type: type)
  }

  /// Creates a part with bytes.
  ///
  /// - Parameters:
  ///   - name: the name of the field.
  ///   - bytes: the content.
  ///   - fileName: the file name; `nil` for a part that is no file.
  ///   - type: the media type; `nil` derives it from the extension of the file name, then from the
  ///     first bytes.
  public static func data(
    _ name: String, _ bytes: [UInt8], fileName: String? = nil, type: String? = nil
  ) -> Self {
    let mediaType =
      type ?? fileName.flatMap(GuessedType.forFileExtension) ?? GuessedType.sniffed(bytes)
    return Self(name, .bytes(bytes), fileName: fileName, type: mediaType)
  }

  /// Creates a part with a file, which is read when the form is sent.
  ///
  /// - Parameters:
  ///   - name: the name of the field.
  ///   - path: the path of the file.
  ///   - fileName: the file name; `nil` is the last component of the path.
  ///   - type: the media type; `nil` derives it from the extension of the file name, then of the
  ///     path.
  public static func file(
    _ name: String, path: String, fileName: String? = nil, type: String? = nil
  ) -> Self {
    let resolvedName =
      fileName
      ?? String(decoding: path.utf8.reversed().prefix { $0 != 0x2F }.reversed(), as: UTF8.self)
    let mediaType =
      type ?? GuessedType.forFileExtension(resolvedName) ?? GuessedType.forFileExtension(path)
      ?? GuessedType.unknown
    return Self(name, .file(path: path), fileName: resolvedName, type: mediaType)
  }

  /// Creates a part that is produced while it is sent. Without a length of the stream the form has
  /// no length either, and is sent with chunked coding.
  public static func stream(
    _ name: String, _ stream: HTTPBodyStream, fileName: String? = nil, type: String? = nil
  ) -> Self {
    let mediaType = type ?? fileName.flatMap(GuessedType.forFileExtension) ?? GuessedType.unknown
    return Self(name, .stream(stream), fileName: fileName, type: mediaType)
  }
}

/// The error of a form that cannot be encoded.
public enum MultipartError: Error, Hashable, Sendable {
  /// The boundary has a wrong length, or contains a character that is not allowed.
  case boundary(String)
  /// The boundary occurs in the content of the part with this name.
  case boundaryInside(part: String)
  /// The media type of the part with this name cannot be the value of a field.
  case type(part: String)
}

extension MultipartError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .boundary(let text): "'\(HTTPSyntax.escaped(text))' cannot be a boundary"
    case .boundaryInside(let part):
      "the boundary occurs in the content of the part '\(HTTPSyntax.escaped(part))'"
    case .type(let part):
      "the type of the part '\(HTTPSyntax.escaped(part))' is not a valid header field value"
    }
  }
}

extension MultipartForm: Redacted {
  /// A description for logs: `a form with [title: a body of 5 bytes]`.
  public var description: String {
    "a form with [\(parts.map(\.description).joined(separator: ", "))]"
  }
}

extension MultipartForm.Part: Redacted {
  /// A description for logs and messages.
  public var description: String { "\(HTTPSyntax.escaped(name)): \(content)" }
}

extension MultipartForm {
  /// Returns the form as a body. The length is known if those of all parts are; the body is
  /// replayable if all parts are. Files are measured by this call. A missing file is reported when
  /// the body is sent, as the error `requestBody` of the transport, before any byte is sent.
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

  /// Returns a body that consists of several bodies.
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
