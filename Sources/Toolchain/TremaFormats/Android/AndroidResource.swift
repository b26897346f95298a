import TremaCatalog
import TremaSupport
import TremaXML

/// A string resource as it appears in the file.
struct AndroidResource {
  /// The strings of a resource, by resource type.
  enum Content {
    case string(AndroidLeaf)
    case plurals([(quantity: XMLAttribute?, leaf: AndroidLeaf)])
    case array([AndroidLeaf])
  }

  /// The value of the `name` attribute.
  var name: String
  var namePosition: SourcePosition
  /// The value of the `product` attribute, or `nil` if it applies to all products.
  var product: String?
  /// The value of the `translatable` attribute.
  var isTranslatable = true
  /// The value of the `formatted` attribute. If it is true, aapt2 rejects strings with multiple
  /// non-positional placeholders.
  var isFormatted = true
  /// The comments before the resource, and the value of the `description` attribute.
  var comments: [String] = []
  /// Whether there are attributes without an equivalent in a catalog.
  var hasOtherAttributes = false
  /// The strings.
  var content: Content

  var isArray: Bool { if case .array = content { true } else { false } }
}

/// A string in a resource.
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
