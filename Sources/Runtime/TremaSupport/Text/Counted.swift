/// Returns a number of things in words: `1 text`, `2 texts`.
///
/// - Parameter thing: The singular noun, whose plural is formed with an `s`.
package func counted(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
