/// The name that is generated for a key or an argument.
package struct GeneratedName: Hashable, Sendable {
  /// The name as it is written in a declaration, with a reserved word of Swift in backticks.
  package var name: String
  /// The reason why the name is not the plain mapping, as a clause for a note (`it is a reserved
  /// word`); `nil` if nothing was repaired.
  package var repair: String?

  package init(_ name: String, repair: String? = nil) {
    self.name = name
    self.repair = repair
  }

  /// Creates a name with several reasons, which are joined by commas.
  init(_ name: String, repairs: [String]) {
    self.init(name, repair: repairs.isEmpty ? nil : repairs.joined(separator: ", "))
  }
}
