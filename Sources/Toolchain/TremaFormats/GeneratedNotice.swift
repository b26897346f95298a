/// The comment at the beginning of generated files. When such a file is read, the notice is not
/// taken for a comment of the first text.
enum GeneratedNotice {
  /// The text before the name of the catalog.
  static let start: StaticString = "Generated from "
  /// The text after the name of the catalog.
  static let end: StaticString = ". Do not edit: change the catalogue and generate again."

  /// Whether a comment is the notice.
  ///
  /// - Parameter comment: the comment without its delimiters.
  static func isNotice(_ comment: String) -> Bool {
    comment.hasPrefix("\(start)") && comment.hasSuffix("\(end)")
  }
}
