/// Returns a count with its noun: `1 text`, `2 texts`.
///
/// - Parameter noun: The singular noun, whose plural is formed with an `s`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
