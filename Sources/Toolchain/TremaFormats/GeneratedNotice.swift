/// The comment that files made for platforms begin with. It is no word about the first text when
/// such a file is read.
enum GeneratedNotice {
  static let start: StaticString = "Generated from "
  static let end: StaticString = ". Do not edit: change the catalogue and generate again."

  /// - Parameter comment: without its marks.
  static func isOne(_ comment: String) -> Bool {
    comment.hasPrefix("\(start)") && comment.hasSuffix("\(end)")
  }
}
