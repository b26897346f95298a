import TremaHTTP

/// A multipart form: consecutive named parts in one body. A form is a value. Files are not read
/// until the form is sent, and are then read in chunks.
///
///     try await client.send(
///       .post("photos").multipart(.text("title", title), .file("photo", path: path)))
///
/// See RFC 7578.
public struct MultipartForm: Sendable {
  /// The parts in order.
  public var parts: [Part]
  /// The boundary between the parts. The default has 160 random bits, so it does not occur in any
  /// file.
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
  /// - Parameter boundary: A string of 1 to 70 letters, digits and `'()+_,-./:=?`. The caller
  ///   guarantees that it does not occur in files and streams; strings and bytes are searched for
  ///   it.
  /// - Throws: ``MultipartError/boundary(_:)`` if the boundary is invalid.
  public init(_ parts: [Part] = [], boundary: String) throws(MultipartError) {
    guard MultipartSyntax.isBoundary(boundary) else { throw .boundary(boundary) }
    self.parts = parts
    self.boundary = boundary
  }

  /// Returns a copy with an additional part at the end.
  public func adding(_ part: Part) -> MultipartForm {
    var copy = self
    copy.parts.append(part)
    return copy
  }

  /// The value of `Content-Type`, including the boundary.
  public var contentType: String {
    MultipartSyntax.isToken(boundary)
      ? "multipart/form-data; boundary=\(boundary)"
      : "multipart/form-data; boundary=\"\(boundary)\""
  }

  /// A named part of a form.
  public struct Part: Sendable {
    /// The field's name.
    public var name: String
    /// The file name, or `nil` if there is none. The server treats a part with a file name as a
    /// file.
    public var fileName: String?
    /// The media type. `nil` omits `Content-Type`, which means plain text.
    public var type: String?
    /// The part's content.
    public var content: HTTPBody

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - content: The content. A file is streamed.
    ///   - fileName: The file name sent to the server, or `nil` for a part that is not a file.
    ///   - type: The media type; `nil` omits `Content-Type`.
    public init(_ name: String, _ content: HTTPBody, fileName: String? = nil, type: String? = nil) {
      self.name = name
      self.content = content
      self.fileName = fileName
      self.type = type
    }
  }
}

extension MultipartForm.Part {
  /// Creates a part with a string in UTF-8, which is not a file.
  public static func text(_ name: String, _ text: String, type: String? = nil) -> Self {
    Self(name, .bytes(Array(text.utf8)), type: type)
  }

  /// Creates a part with bytes.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - bytes: The content.
  ///   - fileName: The file name, or `nil` for a part that is not a file.
  ///   - type: The media type; `nil` derives it from the file name's extension, or else from the
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
  ///   - name: The field's name.
  ///   - path: The file's path.
  ///   - fileName: The file name; `nil` means the last component of the path.
  ///   - type: The media type; `nil` derives it from the file name's extension, or else the path's.
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

  /// Creates a part that is produced while it is sent. If the stream has no length, the form has no
  /// length either and is sent with chunked coding.
  public static func stream(
    _ name: String, _ stream: HTTPBodyStream, fileName: String? = nil, type: String? = nil
  ) -> Self {
    let mediaType = type ?? fileName.flatMap(GuessedType.forFileExtension) ?? GuessedType.unknown
    return Self(name, .stream(stream), fileName: fileName, type: mediaType)
  }
}

/// An error for a form that cannot be encoded.
public enum MultipartError: Error, Hashable, Sendable {
  /// The boundary has an invalid length or contains a character that is not allowed.
  case boundary(String)
  /// The boundary occurs in the content of the part with this name.
  case boundaryInside(part: String)
  /// The media type of the part with this name is not a valid field value.
  case type(part: String)
}

extension MultipartError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .boundary(let text): "'\(HTTPSyntax.escaped(text))' is not a valid boundary"
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
  /// A textual representation of this instance.
  public var description: String { "\(HTTPSyntax.escaped(name)): \(content)" }
}

extension MultipartForm {
  /// Returns the form as a body. The length is known if the lengths of all parts are known; the
  /// body is replayable if all parts are. This call determines the sizes of files. A missing file
  /// is reported when the body is sent, as the transport error `requestBody`, before any bytes are
  /// sent.
  ///
  /// - Throws: ``MultipartError`` if a part cannot be encoded.
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

  /// Returns a body that joins multiple bodies.
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
