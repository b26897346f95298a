#if canImport(CTremaSodium)
  import TremaSupport

  /// An age file's header, which consists of lines of text.
  ///
  ///     age-encryption.org/v1
  ///     -> X25519 TEiF0ypqr+bpvcqXNyCVJpL7OuwPdVwPL7KQEbFDOCc
  ///     EmECAEcKN+n/Vs9SbWiV+Hu0r+E8R77DdWYyd83nw7U
  ///     --- gxhoSa5BciRDt8lOpYNcx4EYtKpS0CJ06F3ZwN82VaM
  ///
  /// See C2SP age, "Header" and "Recipient stanza".
  struct AgeHeader {
    /// A line and a body that wrap the file key for one recipient.
    struct Stanza {
      /// The arguments, starting with the recipient type.
      var arguments: [String]
      /// The wrapped key.
      var body: [UInt8]
    }

    /// The header's first line.
    static let version = "age-encryption.org/v1"
    /// The maximum accepted length of a header, in bytes.
    private static let maximumLength = 1 << 20
    /// The number of characters in each body line except the last one.
    private static let lineLength = 64

    /// The stanzas in their order.
    var stanzas: [Stanza]
    /// The authentication code of `authenticatedBytes`.
    private(set) var authenticationCode: [UInt8]
    /// The bytes of the header up to and including the three dashes.
    private(set) var authenticatedBytes: [UInt8]

    /// Creates the header of a file from its stanzas and file key.
    init(_ stanzas: [Stanza], fileKey: [UInt8]) {
      self.stanzas = stanzas
      authenticatedBytes = Self.text(stanzas)
      authenticationCode = Self.authenticationCode(authenticatedBytes, fileKey)
    }

    /// Returns whether the authentication code was made with a key.
    func isAuthentic(for fileKey: [UInt8]) -> Bool {
      Sodium.areEqual(Self.authenticationCode(authenticatedBytes, fileKey), authenticationCode)
    }

    /// The encoding of the header.
    var bytes: [UInt8] {
      authenticatedBytes + [UInt8(ascii: " ")] + AgeBase64.encoded(authenticationCode).utf8 + [
        UInt8(ascii: "\n")
      ]
    }

    /// Returns the authentication code of a header.
    private static func authenticationCode(_ covered: [UInt8], _ fileKey: [UInt8]) -> [UInt8] {
      HMACSHA256.code(covered, key: HMACSHA256.derive(fileKey, salt: [], info: "header"))
    }

    /// Returns the bytes of a header up to and including the three dashes.
    private static func text(_ stanzas: [Stanza]) -> [UInt8] {
      var text = version + "\n"
      for stanza in stanzas {
        text += "-> " + stanza.arguments.joined(separator: " ") + "\n"
        let letters = Array(AgeBase64.encoded(stanza.body).utf8)
        // The last line of a body is shorter than the others, and is empty if all others are full.
        for start in stride(from: 0, through: letters.count, by: lineLength) {
          text += String(
            decoding: letters[start..<min(start + lineLength, letters.count)], as: UTF8.self)
          text += "\n"
        }
      }
      return Array((text + "---").utf8)
    }

    /// Reads the header at the start of a file.
    ///
    /// - Parameter end: Receives the offset where the header ends.
    /// - Throws: `malformed`, `newerFormat`, `truncated`.
    init(_ file: [UInt8], end: inout Int) throws(AgeError) {
      var reader = LineReader(bytes: file.prefix(Self.maximumLength))
      guard let first = reader.next() else { throw .malformed("it has no first line") }
      guard first == Self.version else {
        throw first.hasPrefix("age-encryption.org/")
          ? .newerFormat(first) : .malformed("it does not begin with \(Self.version)")
      }
      stanzas = []
      while true {
        // The authentication code covers everything up to the dashes of its own line.
        let start = reader.offset
        guard let line = reader.next() else {
          throw file.count > Self.maximumLength
            ? .malformed("its header is too long") : .truncated
        }
        if line.hasPrefix("-> ") {
          let arguments = line.dropFirst(3).split(separator: " ", omittingEmptySubsequences: false)
            .map(String.init)
          guard arguments.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 33...126 ~= $0 } })
          else {
            throw .malformed("a line of its header has an empty or invalid argument")
          }
          stanzas.append(Stanza(arguments: arguments, body: try Self.body(&reader)))
        } else {
          guard line.hasPrefix("--- "),
            let code = AgeBase64.decoded(line.dropFirst(4)), code.count == 32
          else { throw .malformed("a line of its header is malformed") }
          self.authenticationCode = code
          authenticatedBytes = Array(file[..<(start + 3)])
          break
        }
      }
      guard !stanzas.isEmpty else { throw .malformed("it has no recipient") }
      end = reader.offset
    }

    /// Reads the body of a stanza. It ends with a line that is not full.
    private static func body(_ reader: inout LineReader) throws(AgeError) -> [UInt8] {
      var letters = ""
      while true {
        guard let line = reader.next() else { throw .truncated }
        guard line.utf8.count <= lineLength else {
          throw .malformed("a line of its header is too long")
        }
        letters += line
        if line.utf8.count < lineLength { break }
      }
      guard let body = AgeBase64.decoded(letters) else {
        throw .malformed("a line of its header is not base64")
      }
      return body
    }
  }

  /// A reader of lines that end with a line feed. Invalid UTF-8 becomes U+FFFD, which no valid
  /// header contains.
  private struct LineReader {
    /// The bytes that are read.
    let bytes: ArraySlice<UInt8>
    /// The offset of the next line.
    var offset = 0

    init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Returns the next line, or `nil` if no line feed follows.
    mutating func next() -> String? {
      guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let line = bytes[offset..<end]
      offset = end + 1
      return String(decoding: line, as: UTF8.self)
    }
  }

  /// Base64 without padding, with exactly one valid encoding for each byte sequence. See RFC 4648,
  /// section 4.
  enum AgeBase64 {
    /// Returns the encoding of bytes.
    static func encoded(_ bytes: [UInt8]) -> String {
      String(decoding: Base64.encoded(bytes).utf8.filter { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }

    /// Returns the decoded bytes, or `nil` if the encoding is invalid.
    static func decoded(_ text: some StringProtocol) -> [UInt8]? {
      guard !text.utf8.contains(UInt8(ascii: "=")) else { return nil }
      let padding = repeatElement(UInt8(ascii: "="), count: (4 - text.utf8.count % 4) % 4)
      return padding.count == 3 ? nil : Base64.decoded(Array(text.utf8) + padding)
    }
  }
#endif
