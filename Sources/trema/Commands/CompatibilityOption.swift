import TremaFormats
import TremaSupport

extension Compatibility {
  /// Returns the tool that `--compat` names.
  ///
  /// - Throws: kind `.usage`, for a format that the old tool did not write and for options that it
  ///   would not have followed.
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
      throw Invocation.usage(
        "--compat \(name) knows \(known.joined(separator: ", ")), not '\(format)'",
        hint: "write the other formats in a call without --compat")
    }
    // What would change the bytes that were asked for, or do nothing.
    var foreign = ["raw-backslash", "fallback", "bundle", "import", "access"]
    if compatibility == .girders { foreign.append("default-language") }
    for option in foreign where invocation.isSet(option) {
      throw Invocation.usage(
        "--\(option) has no place beside --compat \(name)", hint: "leave one of the two out")
    }
    try checkDefault(invocation)
    return compatibility
  }

  /// trema-core wrote the default language in any case, listed or not; what is not read cannot be.
  private static func checkDefault(_ invocation: Invocation) throws(Diagnostic) {
    guard let language = try invocation.language("default-language"),
      let languages = try invocation.languages("languages"), !languages.contains(language)
    else { return }
    throw Invocation.usage(
      "--default-language: '\(language)' is not among the languages",
      hint: "name it in --languages too")
  }
}
