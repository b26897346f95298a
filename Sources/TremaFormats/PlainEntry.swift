import TremaCatalog

/// A value that is text or has the simplest placeholders, of a text without branches and annotations, in its bytes. They may be read
/// as long as the call lasts that it was handed to.
public struct PlainEntry {
  public var key: UnsafeBufferPointer<UInt8>
  /// One line of prose, or empty.
  public var comment: UnsafeBufferPointer<UInt8>
  /// What the value says; not empty. Its percent signs are those of ``SimplePlaceholders``.
  public var text: UnsafeBufferPointer<UInt8>
  /// What stands in the text.
  public var signs: Signs

  public init(
    key: UnsafeBufferPointer<UInt8>, comment: UnsafeBufferPointer<UInt8>,
    text: UnsafeBufferPointer<UInt8>, signs: Signs
  ) {
    (self.key, self.comment, self.text, self.signs) = (key, comment, text, signs)
  }

  /// A value of a text that is plain as it stands.
  ///
  /// - Returns: what the body returns, or nil where the value is not plain.
  public static func with<Result>(
    _ text: Text, _ index: Int, _ outline: TextOutline, _ body: (PlainEntry) -> Result
  ) -> Result? {
    guard text.values[index].saysItself, outline.isOrdinary, !outline.hasBranches,
      outline.prose.count <= 1, !text.values[index].source.isEmpty
    else { return nil }
    var comment = outline.prose.first ?? ""
    var (key, source) = (text.key, text.values[index].source)
    return comment.withUTF8 { comment in
      key.withUTF8 { key in
        source.withUTF8 { source in
          body(
            PlainEntry(key: key, comment: comment, text: source, signs: text.values[index].signs))
        }
      }
    }
  }
}
