import TremaCatalog

/// A value that is text or has the simplest placeholders, of a text without branches and annotations, in its bytes. They may be read
/// as long as the call lasts that it was handed to.
package struct PlainEntry {
  /// What ``LanguageWriter/appendHead(ofPlain:comment:into:)`` made of key and context.
  package var head: UnsafeBufferPointer<UInt8>
  /// What the value says; not empty. Its percent signs are those of ``SimplePlaceholders``.
  package var text: UnsafeBufferPointer<UInt8>
  /// What stands in the text.
  package var signs: Signs

  package init(
    head: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, signs: Signs
  ) {
    (self.head, self.text, self.signs) = (head, text, signs)
  }

  /// A value of a text that is plain as it stands.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - index: which of its values.
  ///   - outline: what all languages of the text have in common.
  ///   - writer: that of the format.
  ///   - head: what was put together for another value of the text; empty for the first.
  ///   - body: gets the entry.
  /// - Returns: what the body returns, or nil where the value is not plain.
  package static func with<Result>(
    _ text: Text, _ index: Int, _ outline: TextOutline, for writer: any LanguageWriter.Type,
    head: inout [UInt8], _ body: (PlainEntry) -> Result
  ) -> Result? {
    guard text.values[index].saysItself, outline.isOrdinary, !outline.hasBranches,
      outline.prose.count <= 1, !text.values[index].source.isEmpty
    else { return nil }
    if head.isEmpty {
      var (key, comment) = (text.key, outline.prose.first ?? "")
      comment.withUTF8 { comment in
        key.withUTF8 { writer.appendHead(ofPlain: $0, comment: comment, into: &head) }
      }
    }
    var source = text.values[index].source
    return source.withUTF8 { source in
      head.withUnsafeBufferPointer { head in
        body(PlainEntry(head: head, text: source, signs: text.values[index].signs))
      }
    }
  }
}
