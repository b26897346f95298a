import TremaFormats
import TremaSupport

extension Compatibility {
  /// Returns the older tool specified by `--compat`, or `nil` without the option.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - formats: The names of the requested formats.
  /// - Throws: A `.usageError` diagnostic if the tool did not write a format, or did not support an
  ///   option.
  static func option(
    of invocation: Invocation, formats: [String]
  ) throws(Diagnostic) -> Compatibility? {
    guard let compatibility = invocation.value("compat").flatMap(Compatibility.init) else {
      return nil
    }
    let name = compatibility.rawValue
    var known = compatibility.formats.map(\.name)
    if compatibility.hasAccessors { known.append("swift") }
    for format in formats where !known.contains(format) {
      throw Invocation.usageError(
        "--compat \(name) supports \(known.joined(separator: ", ")), not '\(format)'",
        hint: "convert the other formats without --compat")
    }
    // These options would change the older tool's files or have no effect.
    var foreign = ["raw-backslash", "fallback", "bundle", "import", "access"]
    if compatibility == .girders { foreign.append("default-language") }
    for option in foreign where invocation.isSet(option) {
      throw Invocation.usageError(
        "--\(option) cannot be combined with --compat \(name)", hint: "remove one of them")
    }
    try checkDefault(invocation)
    return compatibility
  }

  /// Verifies that the default language is among the selected languages. `trema-core` always wrote
  /// it, which is impossible for a language that is not read.
  private static func checkDefault(_ invocation: Invocation) throws(Diagnostic) {
    guard let language = try invocation.language("default-language"),
      let languages = try invocation.languages("languages"), !languages.contains(language)
    else { return }
    throw Invocation.usageError(
      "--default-language: '\(language)' is not one of the languages",
      hint: "add it to --languages")
  }
}
