internal import CTremaXML

/// The commonest mistakes in our words, with what to do about them; libxml2 speaks of its own
/// functions.
struct XMLMistake {
  let message: String
  let hint: String?

  /// - Parameters:
  ///   - code: libxml2's number of the error.
  ///   - words: its text.
  init(code: UInt32, words: String) {
    switch code {
    case XML_ERR_NAME_REQUIRED.rawValue where words.contains("EntityRef"):
      (message, hint) = ("'&' begins no entity here", "write &amp;")
    case XML_ERR_NAME_REQUIRED.rawValue where words.contains("StartTag"):
      (message, hint) = ("'<' begins no tag here", "write &lt;")
    case XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue:
      (message, hint) = ("an entity has no ';' at its end", "write &amp; for '&' itself")
    case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue:
      (message, hint) = (
        words, "XML knows &amp; &lt; &gt; &quot; &apos;; write other characters themselves"
      )
    case XML_ERR_LT_IN_ATTRIBUTE.rawValue:
      (message, hint) = ("'<' stands in the value of an attribute", "write &lt;")
    case XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue:
      (message, hint) = ("the value of an attribute has no quotes", "write name=\"value\"")
    case XML_ERR_ATTRIBUTE_REDEFINED.rawValue:
      (message, hint) = (words, "keep one of the two")
    case XML_ERR_TAG_NAME_MISMATCH.rawValue:
      (message, hint) = (words, "an element is closed by the name that opened it")
    case XML_ERR_DOCUMENT_EMPTY.rawValue:
      (message, hint) = ("this is no XML", "an XML file begins with '<'; is it the right file?")
    case XML_ERR_INVALID_CHAR.rawValue:
      (message, hint) = (words, "XML has no place for this character; remove it")
    default:
      (message, hint) = (words, nil)
    }
  }
}
