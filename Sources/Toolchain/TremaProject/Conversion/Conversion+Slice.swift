import TremaMessages
import TremaSupport

extension Conversion {
  /// Reduces the conversion to the outputs with a name, their texts and their languages.
  ///
  /// - Throws: A diagnostic of the kind `.usage` if no output has the name.
  package mutating func restrict(toOutputsNamed name: String) throws(Diagnostic) {
    let names = Set(outputs.compactMap(\.name)).sorted()
    otherOutputs = outputs.filter { $0.name != name }
    outputs.removeAll { $0.name != name }
    if outputs.isEmpty {
      throw Diagnostic(
        .error, "usage", "unknown output '\(name)'",
        hint: closestMatch(to: name, among: names).map { "did you mean '\($0)'?" }
          ?? (names.isEmpty
            ? "add \"name\": \"\(name)\" to an output in trema.json"
            : "use one of \(names.map { "'\($0)'" }.joined(separator: ", "))"),
        kind: .usage)
    }
    slices = outputs.map(\.slice)
    // The files of the app agree with all outputs together.
    app = nil
    if let languages = Self.languages(of: outputs) { chosenLanguages = languages }
  }

  /// Limits the lists of an app's languages that have no `languages` to those of the Android
  /// resources.
  ///
  /// - Parameter project: All outputs of the project, of which only some may be written.
  mutating func limitLanguageLists(to project: [ConversionOutput]) {
    guard let languages = Self.languages(of: project.filter(\.isAndroid)) else { return }
    for index in outputs.indices where outputs[index].languages == nil {
      guard case .localeConfig = outputs[index].kind else { continue }
      outputs[index].resourceLanguages = Set(languages)
    }
  }

  /// Returns the languages that some outputs together restrict their texts to, or `nil` if one of
  /// them contains every language of the project.
  static func languages(of outputs: [ConversionOutput]) -> [LanguageTag]? {
    let lists = outputs.filter(\.reachesUsers).map(\.languages)
    if lists.isEmpty || lists.contains(nil) { return nil }
    var seen: Set<LanguageTag> = []
    return lists.flatMap { $0 ?? [] }.filter { seen.insert($0).inserted }
  }
}

extension ConversionOutput {
  /// Whether the output contains no texts, but only names or languages.
  var hasNoTexts: Bool {
    switch kind {
    case .swift, .kotlin, .localeConfig: true
    case .resources, .catalog, .listing: false
    }
  }
}
