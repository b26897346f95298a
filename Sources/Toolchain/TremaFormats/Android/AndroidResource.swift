import TremaCatalog
import TremaSupport
import TremaXML

/// A resource that says something, as a file has it.
struct AndroidResource {
  enum Content {
    case string(AndroidLeaf)
    case plurals([(quantity: XMLAttribute?, leaf: AndroidLeaf)])
    case array([AndroidLeaf])
  }

  var name: String
  var namePosition: SourcePosition
  var product: String?
  var isTranslatable = true
  /// aapt2 refuses several placeholders without numbers.
  var isFormatted = true
  var comments: [String] = []
  /// Attributes that a catalogue has no place for.
  var hasOtherAttributes = false
  var content: Content

  var isArray: Bool { if case .array = content { true } else { false } }
}

/// One text of a resource.
struct AndroidLeaf {
  var text: AndroidText
  /// The tag of the `string` or `item`.
  var tagPosition: SourcePosition
  /// The position of the content between the tags.
  var position: SourcePosition
  /// Inside the element and, in an array, before it.
  var comments: [String] = []

  static let empty = AndroidLeaf(text: AndroidText(), tagPosition: .start, position: .start)
}
