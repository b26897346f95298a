/// The comment at the start of generated files. Readers must not interpret the notice as the first
/// text's comment.
enum GeneratedNotice {
  /// The text before the catalog's file name.
  static let start: StaticString = "Generated from "
  /// The text after the catalog's file name.
  static let end: StaticString = ". Do not edit: change the catalogue and regenerate this file."

  /// Returns whether a comment is the notice.
  ///
  /// - Parameter comment: The comment, without delimiters.
  static func isNotice(_ comment: String) -> Bool {
    comment.hasPrefix("\(start)") && comment.hasSuffix("\(end)")
  }
}
