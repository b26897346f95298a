import TremaCatalog
import TremaSupport

/// The findings about names in source code that refer to no text.
struct UndefinedKeys {
  /// The names of keys in source code.
  private let names: UsageNames
  /// The declarations in all source files.
  private var declarations = Declarations()
  /// The suggestions for misspelled names.
  private var hints: ClosestKeys

  /// The names that source files declare.
  private struct Declarations {
    /// The members that extensions add to Swift accessor types, and the other declarations in files
    /// with such extensions.
    var swift: Set<[UInt8]> = []
    /// The members that extensions add to Kotlin accessor classes.
    var kotlin: Set<[UInt8]> = []
    /// The accessor classes of Kotlin variables and functions; see ``SourceFindings/visibleTypes``.
    var types: [[UInt8]: Set<String>] = [:]
    /// The resources that the sources define themselves.
    var resources: Set<[UInt8]> = []
    /// The packages of the resource classes that contain catalog keys. The empty package is the
    /// module's own. Resources in other packages are defined by libraries.
    var packages: Set<[UInt8]> = [[]]
  }

  /// Creates the findings.
  ///
  /// - Parameters:
  ///   - names: The names of keys in source code.
  ///   - files: The findings of all source files.
  init(_ names: UsageNames, _ files: [SourceFindings]) {
    self.names = names
    hints = ClosestKeys(names)
    declarations.packages.formUnion(names.resourcePackages.map { Array($0.utf8) })
    for findings in files {
      declarations.swift.formUnion(findings.declared)
      declarations.kotlin.formUnion(findings.extensions)
      declarations.types.merge(findings.visibleTypes) { $0.union($1) }
      declarations.resources.formUnion(findings.resources)
      declarations.packages.formUnion(findings.resourcePackages)
    }
  }

  /// Returns the finding about a name, or `nil` if it is defined outside the catalogues.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - path: The path of its file.
  mutating func diagnostic(
    about name: SourceFindings.UndefinedName, in path: String
  ) -> Diagnostic? {
    guard !isDeclared(name), let name = resolved(name) else { return nil }
    let spelling = String(decoding: name.spelling, as: UTF8.self)
    var diagnostic = Diagnostic(
      .error, UsageReport.undefined, "", at: SourceLocation(file: path, start: name.position),
      subject: spelling)
    // The key is the name that a project can use in its settings.
    switch name.kind {
    case .key: diagnostic.key = spelling
    case .resource, .arrayResource: diagnostic.key = String(decoding: name.name, as: UTF8.self)
    case .swiftAccessor, .kotlinAccessor:
      diagnostic.key = name.missingKey.map { names.keys[$0].key }
    }
    if let missingKey = name.missingKey {
      describe(names.keys[missingKey], name, spelling, in: &diagnostic)
    } else {
      diagnostic.message =
        name.kind == .key
        ? "the key '\(spelling)' is used but not defined"
        : "'\(spelling)' is used but does not match any key"
      diagnostic.hint = hints.hint(name) ?? Self.remedy(for: name)
    }
    return diagnostic
  }

  /// Adds the reason why code cannot use a text of the catalogue.
  ///
  /// - Parameters:
  ///   - key: The text.
  ///   - name: The name that refers to it.
  ///   - spelling: The name as written in the source.
  ///   - diagnostic: The finding, which receives the message, the hint and the related locations.
  private func describe(
    _ key: UsageNames.Key, _ name: SourceFindings.UndefinedName, _ spelling: String,
    in diagnostic: inout Diagnostic
  ) {
    let source = names.sources[name.space]
    let isKey = name.kind == .key
    let text = isKey ? "it" : "the text '\(key.key)'"
    let reason: String
    let hint: String
    var isOutput = false
    if let base = key.base {
      reason = "\(text) is a variant of '\(base)'"
      hint = "use the key of its base '\(base)'"
    } else if let platform = source?.platform, !key.platforms.isEmpty,
      !key.platforms.contains(platform)
    {
      reason = "\(text) is only for \(AppPlatform.phrase(key.platforms))"
      hint = "use another text, or add '\(platform.rawValue)' to its @platforms"
    } else {
      let output = source?.format.map { "'\($0)' output" } ?? "output for this code"
      reason = "no \(output) contains \(text)"
      hint = "use another text, or correct the output's keys, exceptKeys, tags or platform"
      isOutput = true
    }
    diagnostic.message = "\(isKey ? "the key " : "")'\(spelling)' is used, but \(reason)"
    diagnostic.hint = hint
    diagnostic.related = [
      Diagnostic.Related("the text is defined here", at: key.location, role: .definedHere)
    ]
    if isOutput, let location = source?.location {
      diagnostic.related.append(Diagnostic.Related("the output is defined here", at: location))
    }
  }

  /// Returns the remedy for a resource of the app that is not in the catalogue.
  private static func remedy(for name: SourceFindings.UndefinedName) -> String? {
    guard name.kind == .resource || name.kind == .arrayResource else { return nil }
    let folder = name.space == .composeResources ? "composeResources" : "res"
    return "add the \(folder) folder of its module or library to the sources, or turn off the "
      + "check in \"checks\" of trema.json"
  }

  /// Returns whether a name is declared in the sources, or by a library.
  private func isDeclared(_ name: SourceFindings.UndefinedName) -> Bool {
    switch name.kind {
    case .key: return false
    case .swiftAccessor: return declarations.swift.contains(name.name)
    case .kotlinAccessor:
      return declarations.kotlin.contains(name.name)
    case .resource, .arrayResource:
      let type = name.kind == .resource ? "text/" : "array/"
      return declarations.resources.contains(Array(type.utf8) + name.name)
        || !declarations.packages.contains(name.package) || AndroidLibraries.contains(name.name)
    }
  }

  /// Returns a name with the text that it refers to. The type of a variable in another file is
  /// determined by its declarations.
  ///
  /// - Returns: `nil` if the type is unknown, or has the member.
  private func resolved(
    _ name: SourceFindings.UndefinedName
  ) -> SourceFindings.UndefinedName? {
    guard let receiver = name.receiver else { return name }
    guard let types = declarations.types[receiver], types.count == 1, let type = types.first,
      let key = names.missingKey(
        ofKotlinMember: name.name[...], in: type, isCall: name.isCall)
    else { return nil }
    var name = name
    (name.space, name.missingKey) = (.kotlinMembers(type), key)
    return name
  }
}

extension AppPlatform {
  /// The quoted names of platforms in a sentence, such as `'ios' and 'web'`.
  fileprivate static func phrase(_ platforms: Set<AppPlatform>) -> String {
    allCases.filter(platforms.contains).map { "'\($0.rawValue)'" }.joined(separator: " and ")
  }
}
