/// The name that is generated for a key or an argument.
package struct GeneratedName: Hashable, Sendable {
  /// The name as written in a declaration. A reserved word of Swift is in backticks.
  package var name: String
  /// The reason why the name had to be changed, as a clause for a note (`it is a reserved word`),
  /// or `nil` if it was not changed.
  package var adjustmentReason: String?

  package init(_ name: String, repair: String? = nil) {
    self.name = name
    self.adjustmentReason = repair
  }

  /// Creates a name with multiple reasons, joined by commas.
  init(_ name: String, adjustments: [String]) {
    self.init(name, repair: adjustments.isEmpty ? nil : adjustments.joined(separator: ", "))
  }
}
