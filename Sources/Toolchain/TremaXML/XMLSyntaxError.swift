internal import CTremaXML

/// The message and hint for an error that makes a document malformed. libxml2's messages mention
/// its own functions and are never displayed.
struct XMLSyntaxError {
  /// The details of a syntax error that libxml2 reports in addition to its message.
  struct ErrorDetails {
    /// The libxml2 error code.
    let code: UInt32
    /// The name that the error is about.
    var name: String?
    /// The second of two names.
    var otherName: String?
    /// A line number or the value of a character.
    var number = 0
    /// The byte before the error's position.
    var previousByte: UInt8?

    /// Copies the details of an error that is valid only during the callback.
    init(_ error: xmlError, previous: UInt8?) {
      code = UInt32(bitPattern: error.code)
      name = error.str1.map { String(cString: $0) }
      otherName = error.str2.map { String(cString: $0) }
      number = Int(error.int1)
      self.previousByte = previous
    }
  }

  /// The message.
  let message: String
  /// The hint, or `nil` if there is none.
  let hint: String?

  /// Determines the message and hint for an error.
  init(_ details: ErrorDetails) {
    (message, hint) =
      Self.inText(details) ?? Self.inTag(details) ?? Self.inDeclaration(details)
      ?? ("malformed XML", nil)
  }

  private typealias Wording = (message: String, hint: String?)

  /// Returns the message and the hint for an error in character data, a comment or an instruction,
  /// or `nil` for any other error.
  private static func inText(_ details: ErrorDetails) -> Wording? {
    switch details.code {
    case XML_ERR_NAME_REQUIRED.rawValue where details.previousByte == UInt8(ascii: "&"),
      XML_ERR_ENTITYREF_NO_NAME.rawValue:
      ("'&' does not begin an entity reference", "escape it as &amp;")
    case XML_ERR_NAME_REQUIRED.rawValue where details.previousByte == UInt8(ascii: "<"):
      ("'<' does not begin a tag", "escape it as &lt;")
    case XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue:
      ("an entity reference does not end with ';'", "add it, or escape '&' as &amp;")
    case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue:
      (
        details.name.map { "the entity '\($0)' is not declared" } ?? "an entity is not declared",
        "use the character itself; XML defines only &amp; &lt; &gt; &quot; and &apos;"
      )
    case XML_ERR_UNPARSED_ENTITY.rawValue, XML_ERR_ENTITY_IS_EXTERNAL.rawValue,
      XML_ERR_ENTITY_IS_PARAMETER.rawValue:
      (
        details.name.map { "the entity '\($0)' cannot be used here" }
          ?? "an entity cannot be used here",
        "replace it with its text"
      )
    case XML_ERR_INVALID_CHAR.rawValue:
      (
        character(details.number), "remove it"
      )
    case XML_ERR_INVALID_CHARREF.rawValue, XML_ERR_INVALID_DEC_CHARREF.rawValue,
      XML_ERR_INVALID_HEX_CHARREF.rawValue:
      (
        "invalid character reference",
        "use the form &#233; or &#xE9;, or escape '&' as &amp;"
      )
    case XML_ERR_MISPLACED_CDATA_END.rawValue:
      ("']]>' is not allowed outside a CDATA section", "escape it as ]]&gt;")
    case XML_ERR_CDATA_NOT_FINISHED.rawValue:
      ("unterminated CDATA section", "close it with ]]>")
    case XML_ERR_COMMENT_NOT_FINISHED.rawValue:
      ("unterminated comment", "close it with -->")
    case XML_ERR_HYPHEN_IN_COMMENT.rawValue:
      ("'--' is not allowed inside a comment", "replace it with a single hyphen")
    case XML_ERR_PI_NOT_STARTED.rawValue, XML_ERR_PI_NOT_FINISHED.rawValue:
      ("malformed processing instruction", "use the form <?name …?>")
    case XML_ERR_RESERVED_XML_NAME.rawValue:
      (
        "the XML declaration is not at the start of the file",
        "move it to the start, or remove it"
      )
    case XML_ERR_ENTITY_CHAR_ERROR.rawValue, XML_ERR_ENTITY_BOUNDARY.rawValue,
      XML_ERR_NOT_WELL_BALANCED.rawValue, XML_ERR_EXTRA_CONTENT.rawValue:
      (
        "the entity's text is not well-formed",
        "replace the entity with its text"
      )
    default: nil
    }
  }

  /// Returns the message and the hint for an error in a tag or in the document's structure, or
  /// `nil` for any other error.
  private static func inTag(_ details: ErrorDetails) -> Wording? {
    let name = details.name.map { " '\($0)'" } ?? ""
    return switch details.code {
    case XML_ERR_LT_IN_ATTRIBUTE.rawValue:
      ("'<' is not allowed in an attribute value", "escape it as &lt;")
    case XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue:
      ("the attribute value is not quoted", "use the form name=\"value\"")
    case XML_ERR_ATTRIBUTE_NOT_FINISHED.rawValue:
      ("unterminated attribute value", "add the closing quotation mark")
    case XML_ERR_ATTRIBUTE_WITHOUT_VALUE.rawValue:
      ("the attribute\(name) has no value", "use the form name=\"value\"")
    case XML_ERR_ATTRIBUTE_REDEFINED.rawValue:
      (
        "the attribute '"
          + [details.name, details.otherName].compactMap(\.self).joined(separator: ":")
          + "' is defined twice", "remove one of them"
      )
    case XML_ERR_TAG_NAME_MISMATCH.rawValue:
      (
        details.otherName.map {
          "</\($0)> does not match <\(details.name ?? "")> on line \(details.number)"
        } ?? "an end tag does not match the start tag",
        "rename one of the tags, or add the missing tag"
      )
    case XML_ERR_TAG_NOT_FINISHED.rawValue:
      ("the element\(name) is not closed", details.name.map { "add </\($0)>" })
    case XML_ERR_GT_REQUIRED.rawValue:
      ("a tag is not closed", "add '>' at its end")
    case XML_ERR_LT_REQUIRED.rawValue, XML_ERR_LTSLASH_REQUIRED.rawValue:
      ("'<' is missing", nil)
    case XML_ERR_EQUAL_REQUIRED.rawValue: ("'=' is missing", "use the form name=\"value\"")
    case XML_ERR_SPACE_REQUIRED.rawValue: ("a space is missing", nil)
    case XML_ERR_NAME_REQUIRED.rawValue, XML_ERR_NMTOKEN_REQUIRED.rawValue:
      ("a name is missing", nil)
    case XML_ERR_DOCUMENT_EMPTY.rawValue, XML_ERR_DOCUMENT_START.rawValue:
      ("the file is not XML", "check that this is the right file; an XML file begins with '<'")
    case XML_ERR_DOCUMENT_END.rawValue:
      (
        "the file has content after the root element",
        "remove it; an XML file has one root element"
      )
    default: nil
    }
  }

  /// Returns the message and the hint for an error in the XML declaration or the document type
  /// declaration, or `nil` for any other error.
  private static func inDeclaration(_ details: ErrorDetails) -> Wording? {
    switch details.code {
    case XML_ERR_XMLDECL_NOT_STARTED.rawValue, XML_ERR_XMLDECL_NOT_FINISHED.rawValue,
      XML_ERR_VERSION_MISSING.rawValue, XML_ERR_ENCODING_NAME.rawValue,
      XML_ERR_STANDALONE_VALUE.rawValue:
      (
        "malformed XML declaration",
        "replace it with <?xml version=\"1.0\" encoding=\"UTF-8\"?>"
      )
    case XML_ERR_UNKNOWN_VERSION.rawValue, XML_WAR_UNKNOWN_VERSION.rawValue:
      (
        "the file is XML \(details.name ?? "of an unknown version"), which is not supported",
        "save it as XML 1.0"
      )
    case XML_ERR_UNKNOWN_ENCODING.rawValue, XML_ERR_UNSUPPORTED_ENCODING.rawValue,
      XML_ERR_INVALID_ENCODING.rawValue, XML_ERR_MISSING_ENCODING.rawValue:
      ("the file's encoding differs from the declared encoding", "save the file as UTF-8")
    case XML_ERR_PEREF_AT_EOF.rawValue, XML_ERR_PEREF_IN_PROLOG.rawValue,
      XML_ERR_PEREF_IN_EPILOG.rawValue, XML_ERR_PEREF_IN_INT_SUBSET.rawValue,
      XML_ERR_PEREF_NO_NAME.rawValue, XML_ERR_PEREF_SEMICOL_MISSING.rawValue,
      XML_ERR_ENTITY_PE_INTERNAL.rawValue:
      ("parameter entity references ('%') are not allowed here", "remove the reference")
    case XML_ERR_LITERAL_NOT_STARTED.rawValue...XML_ERR_LITERAL_NOT_FINISHED.rawValue,
      XML_ERR_ENTITY_NOT_STARTED.rawValue, XML_ERR_ENTITY_NOT_FINISHED.rawValue,
      XML_ERR_NOTATION_NOT_STARTED.rawValue...XML_ERR_ELEMCONTENT_NOT_FINISHED.rawValue,
      XML_ERR_CONDSEC_NOT_STARTED.rawValue...XML_ERR_DOCTYPE_NOT_FINISHED.rawValue,
      XML_ERR_SEPARATOR_REQUIRED.rawValue, XML_ERR_PCDATA_REQUIRED.rawValue,
      XML_ERR_URI_REQUIRED.rawValue, XML_ERR_PUBID_REQUIRED.rawValue,
      XML_ERR_INVALID_URI.rawValue, XML_ERR_URI_FRAGMENT.rawValue, XML_ERR_NO_DTD.rawValue,
      XML_ERR_VALUE_REQUIRED.rawValue, XML_ERR_ENTITY_PROCESSING.rawValue,
      XML_ERR_NOTATION_PROCESSING.rawValue:
      ("malformed document type declaration", "remove it; trema does not need it")
    default: nil
    }
  }

  /// Returns the message for a character that XML does not allow.
  ///
  /// - Parameter value: The code point of the character, or 0 if it is unknown.
  private static func character(_ value: Int) -> String {
    guard value > 0 else { return "a character is not allowed in XML" }
    let digits = String(value, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
    return "the character U+\(zeros)\(digits) is not allowed in XML"
  }
}
