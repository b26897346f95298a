internal import CTremaXML
import TremaSupport

extension XMLReader {
  /// Returns an error that ends the document at an offset.
  func unreadableDocument(
    _ code: String, _ message: String, at offset: Int, hint: String? = nil
  ) -> Diagnostic {
    unreadableDocument(code, message, from: position(at: offset), hint: hint)
  }

  /// Returns an error that ends the document at a position.
  func unreadableDocument(
    _ code: String, _ message: String, from position: SourcePosition, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(.error, code, message, at: location(position), hint: hint, kind: .unreadable)
  }

  /// Returns the error for a malformed document without further details.
  func malformedDocument(_ message: String) -> Diagnostic {
    unreadableDocument("malformed-xml", message, at: offset)
  }

  /// Returns the error for text that exceeds the limit for held bytes.
  func excessiveLength(from position: SourcePosition) -> Diagnostic {
    unreadableDocument(
      "size-limit", "this text is longer than \(limits.heldBytes) bytes", from: position,
      hint: "raise the limit with --max-value-size")
  }

  /// Returns the error for too many attributes or declared values.
  func excessiveCount(_ excess: AttributeCount.Excess, at offset: Int) -> Diagnostic {
    let message =
      switch excess {
      case .attributes: "this tag has more than \(limits.attributes) attributes"
      case .declaredValues:
        "the document type declaration has more than \(limits.declaredValues) values"
      }
    return unreadableDocument(
      "size-limit", message, at: offset,
      hint: "remove some of them; the limit protects against malicious files")
  }

  /// Returns the error for a byte that is not valid UTF-8.
  func invalidByte(_ byte: UInt8) -> Diagnostic {
    if byte == 0 {
      return unreadableDocument(
        "invalid-character", "the file contains a NUL byte, which is not allowed in XML",
        at: window.end,
        hint: "remove it, or check that the file is a text file")
    }
    let digits = String(byte, radix: 16, uppercase: true)
    return unreadableDocument(
      "invalid-encoding", "byte 0x\(digits.count == 1 ? "0" : "")\(digits) is not valid UTF-8",
      at: window.end,
      hint:
        "save the file as UTF-8, or declare its encoding: <?xml version=\"1.0\" encoding=\"…\"?>")
  }

  /// Returns the error for a second byte order mark.
  func secondByteOrderMark() -> Diagnostic {
    unreadableDocument(
      "invalid-character", "the file begins with two byte order marks", at: 0,
      hint: "remove one of them")
  }

  /// Returns the error for a document that cannot be converted to UTF-8.
  func encodingFailure(_ failure: Transcoder.Failure) -> Diagnostic {
    switch failure {
    case .unknownEncoding(let name):
      return unreadableDocument(
        "unknown-encoding", "unknown encoding '\(name)'", at: 0,
        hint: "save the file as UTF-8")
    case .contradiction(let declared):
      return unreadableDocument(
        "invalid-encoding", "the file declares the encoding '\(declared)' but does not use it",
        at: 0,
        hint: "declare the file's actual encoding, or save it as UTF-8")
    case .malformed(let name):
      return unreadableDocument(
        "invalid-encoding", "the rest of the file is not valid \(name)", at: window.end,
        hint: "declare the file's actual encoding, or save it as UTF-8")
    case .truncated(let name):
      return unreadableDocument(
        "invalid-encoding", "the file ends in the middle of a character (\(name))",
        at: window.end, hint: "restore the complete file; it appears to be truncated")
    }
  }

  /// Handles a libxml2 error. The first error that makes the document malformed is reported.
  ///
  /// Errors at a lower level, such as a prefix without a namespace, are ignored, except for the
  /// error that loses text.
  func didFail(_ error: xmlError) {
    guard failure == nil else { return }
    let code = UInt32(bitPattern: error.code)
    guard error.level == XML_ERR_FATAL || code == XML_WAR_UNDECLARED_ENTITY.rawValue else { return }
    let syntaxError = XMLSyntaxError(.init(error, previous: offset > 0 ? window[offset - 1] : nil))
    switch code {
    case XML_ERR_NAME_TOO_LONG.rawValue:
      fail(
        unreadableDocument(
          "size-limit", "a name is longer than \(XMLLimits.name) bytes", at: offset,
          hint: "shorten it; the XML parser's limit is fixed"))
    case XML_ERR_ENTITY_LOOP.rawValue:
      fail(
        unreadableDocument(
          "expansion-limit",
          "the entities refer to themselves, or expand to more than \(limits.expansion) bytes",
          at: offset,
          hint: "replace the declared entities with their text"))
    case XML_ERR_DOCUMENT_END.rawValue where openElement != nil || !hasRoot: fail(unexpectedEnd())
    case XML_ERR_MISPLACED_CDATA_END.rawValue:
      fail(
        unreadableDocument(
          "malformed-xml", syntaxError.message,
          at: window.firstIndex(of: "]]>", from: offset) ?? offset, hint: syntaxError.hint))
    case _ where Self.isLimit(error.message.map { String(cString: $0) } ?? ""):
      fail(
        unreadableDocument(
          "size-limit",
          "a tag, an attribute or a section is longer than \(XMLLimits.token) bytes",
          at: unfinishedMarkupOffset,
          hint: "shorten it; the XML parser's limit is fixed"))
    case _ where gitConflictOffset != nil:
      fail(
        unreadableDocument(
          "git-conflict", "the file contains an unresolved Git conflict",
          at: gitConflictOffset ?? offset,
          hint: "resolve the conflict"))
    default:
      // The parser has passed the unexpected character.
      let isPastCharacter =
        code == XML_ERR_NAME_REQUIRED.rawValue && "&<".utf8.contains(window[offset - 1])
      fail(
        unreadableDocument(
          "malformed-xml", syntaxError.message, at: isPastCharacter ? offset - 1 : offset,
          hint: syntaxError.hint))
    }
  }

  /// The offset of the line with the error if it is a Git conflict marker; otherwise, `nil`.
  private var gitConflictOffset: Int? {
    let start = window.lastIndex(of: UInt8(ascii: "\n"), before: offset).map { $0 + 1 } ?? 0
    return window[start..<start + 7].elementsEqual("<<<<<<<".utf8) ? start : nil
  }

  /// Returns whether an error is about a libxml2 limit. libxml2 has no error code for its limits.
  ///
  /// - Parameter message: The libxml2 message, which is not displayed.
  private static func isLimit(_ message: String) -> Bool {
    ["too long", "Huge input", "oo big", "too large"].contains { message.contains($0) }
  }

  /// Returns the error for a document that ends too early. libxml2 reports the same error for an
  /// empty document, a missing root and an open element.
  private func unexpectedEnd() -> Diagnostic {
    if window.end == 0 {
      return unreadableDocument(
        "malformed-xml", "the file is empty", at: 0, hint: "check that this is the right file")
    }
    guard let openElement else {
      return unreadableDocument(
        "malformed-xml", "the file has no root element", at: offset,
        hint: "check that this is the right file")
    }
    return unreadableDocument(
      "malformed-xml", "the file ends inside the element '\(openElement)'", at: window.end,
      hint: "add </\(openElement)>, or restore the complete file; it appears to be truncated")
  }

  /// Handles the declaration of an external entity, which is reported as an error.
  func didDeclareExternalEntity(_ name: String) {
    fail(
      unreadableDocument(
        "external-entity", "the external entity '\(name)' is not loaded",
        at: window.lastIndex(of: UInt8(ascii: "<"), before: offset) ?? offset,
        hint: "replace it with its text"))
  }

  /// Handles the declaration of an entity. Tags in its text are read only by libxml2, when the
  /// entity is referenced, so their attributes are counted here.
  func didDeclareEntity(_ text: String) throws(Diagnostic) {
    var (text, count) = (text, AttributeCount())
    guard let excess = text.withUTF8({ count.excess(over: limits, in: $0) }) else { return }
    throw excessiveCount(
      excess.kind, at: window.lastIndex(of: UInt8(ascii: "<"), before: offset) ?? offset)
  }
}
