import TremaCatalog
import TremaSupport
import TremaXML

/// A resource with texts, as in the file.
struct AndroidResource {
  /// The texts of a resource, which depend on its type.
  enum Content {
    case string(AndroidLeaf)
    case plurals([(quantity: XMLAttribute?, leaf: AndroidLeaf)])
    case array([AndroidLeaf])
  }

  /// The value of the `name` attribute.
  var name: String
  var namePosition: SourcePosition
  /// The value of the `product` attribute; `nil` for all products.
  var product: String?
  /// The value of the `translatable` attribute.
  var isTranslatable = true
  /// The value of the `formatted` attribute. If it is true, aapt2 rejects texts with several
  /// placeholders without numbers.
  var isFormatted = true
  /// The comments before the resource, and the value of the `description` attribute.
  var comments: [String] = []
  /// Whether there are attributes without an equivalent in a catalog.
  var hasOtherAttributes = false
  /// The texts.
  var content: Content

  var isArray: Bool { if case .array = content { true } else { false } }
}

/// A text of a resource.
struct AndroidLeaf {
  var text: AndroidText
  /// The position of the `string` or `item` tag.
  var tagPosition: SourcePosition
  /// The position of the content after the tag.
  var position: SourcePosition
  /// The comments inside the element and, in an array or plural, before it.
  var comments: [String] = []

  static let empty = AndroidLeaf(text: AndroidText(), tagPosition: .start, position: .start)
}
