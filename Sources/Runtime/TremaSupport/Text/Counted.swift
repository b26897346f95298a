/// A number of things in words: `1 text`, `2 texts`.
///
/// - Parameter thing: one of them; an `s` makes it several.
package func counted(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
