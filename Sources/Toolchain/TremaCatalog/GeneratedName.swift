/// The name of a key or an argument in generated code.
package struct GeneratedName: Hashable, Sendable {
  /// The name as it is written in a declaration: a reserved word of Swift is in backticks.
  package var name: String
  /// Why the name is not the plain mapping, as a clause for a note (`it is a reserved word`); nil
  /// when nothing was repaired.
  package var repair: String?

  package init(_ name: String, repair: String? = nil) {
    self.name = name
    self.repair = repair
  }

  init(_ name: String, repairs: [String]) {
    self.init(name, repair: repairs.isEmpty ? nil : repairs.joined(separator: ", "))
  }
}
