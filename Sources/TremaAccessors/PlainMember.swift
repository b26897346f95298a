import TremaCatalog

/// What the member of a plain text is made of, in its bytes. They may be read as long as the call lasts
/// that it was handed to.
public struct PlainMember {
  var key: UnsafeBufferPointer<UInt8>
  /// One line, or empty.
  var prose: UnsafeBufferPointer<UInt8>
  /// What the master says; not empty. Its percent signs are those of `SimplePlaceholders`.
  var master: UnsafeBufferPointer<UInt8>
  /// What stands in that.
  var signs: Signs

  /// - Parameters:
  ///   - text: one of `texts`.
  ///   - masterLanguage: as the file spells it.
  ///   - body: gets what the member is made of.
  /// - Returns: what the body returns, or nil where the text has no such value.
  public static func with<Result>(
    _ text: PlainText, of texts: PlainTexts, masterLanguage: String,
    _ body: (PlainMember) -> Result
  ) -> Result? {
    for index in text.values where texts.languages[texts.values[index].language] == masterLanguage {
      return texts.bytes.withUnsafeBufferPointer { bytes in
        body(
          PlainMember(
            key: UnsafeBufferPointer(rebasing: bytes[text.key]),
            prose: UnsafeBufferPointer(rebasing: bytes[text.context]),
            master: UnsafeBufferPointer(rebasing: bytes[texts.values[index].text]),
            signs: texts.values[index].signs))
      }
    }
    return nil
  }
}
