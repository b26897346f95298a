import TremaCatalog
import TremaDiagnostics

/// Writes the Swift file that makes each text of a catalogue a static member of one type: a
/// computed property, or a function when the text has placeholders.
///
/// Members call `translate` whenever they are read, because the language can change while the app
/// runs. The file passes `swift format lint --strict` in its default configuration.
///
/// One text at a time, in file order: `begin`, `append` for each text, `end`.
public struct SwiftAccessors: AccessorWriter {
  let options: Options
  let masterLanguage: String
  /// The words of the bundle expression that Swift looks up; a member or an argument of such a name
  /// would hide what they mean.
  let hiddenNames: Set<String>
  private var isEmpty = true

  /// - Parameters:
  ///   - options: how the file is to look.
  ///   - masterLanguage: as the catalogue spells it; its values stand in the comments, and its
  ///     placeholders win when languages disagree on a type.
  public init(options: Options = Options(), masterLanguage: String) {
    self.options = options
    self.masterLanguage = masterLanguage
    hiddenNames = LookedUpNames.names(in: options.bundle.source).union(["translate"])
  }

  /// Writes the head of the file, up to the opening brace of the type.
  public func begin(into output: inout [UInt8]) {
    let source = SwiftComment.plain(options.sourceName)
    output += "// Generated from \(source). ".utf8
    output += "Do not edit: change the catalogue and generate again.\n\n".utf8
    // By bytes, as swift-format orders them.
    let imports = Set(options.imports).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for module in imports { output += "import \(module)\n".utf8 }
    if !imports.isEmpty { output.append(UInt8(ascii: "\n")) }
    var summary = SwiftComment.Line()
    summary.append(plain: "Texts of ")
    summary.append(code: options.sourceName)
    summary.append(plain: "; master language ")
    summary.append(code: masterLanguage)
    summary.append(plain: ".")
    summary.write(first: "/// ", into: &output)
    output += "\(options.access.modifier)enum \(SwiftName.typeName(options.type).name) {\n".utf8
  }

  /// Writes the member that stands for `text`.
  ///
  /// - Parameters:
  ///   - text: with the values of all languages that are exported: each may show an argument that
  ///     the others leave out.
  ///   - annotations: those of its context.
  ///   - output: is appended to, with whole lines.
  /// - Returns: an error `unsupported-placeholder` for each placeholder that no Swift argument can
  ///   fill, or `name-collision` when the name is taken by the bundle expression, and then nothing
  ///   is written; a note `renamed-accessor` for each name that is not the plain mapping.
  public mutating func append(
    _ text: Text, annotations: Annotations, into output: inout [UInt8]
  ) -> [Diagnostic] {
    let member = SwiftName.member(for: text.key)
    if hiddenNames.contains(member.name) {
      return [.hidesBundle(member.name, of: text, bundle: options.bundle.source)]
    }
    let (arguments, unsupported) = Argument.merged(from: text, masterLanguage: masterLanguage)
    if !unsupported.isEmpty { return unsupported }
    let (parameters, repairs) = Parameter.named(
      arguments, annotations: annotations.parameters, hidden: hiddenNames)

    if !isEmpty { output.append(UInt8(ascii: "\n")) }
    isEmpty = false
    SwiftComment.write(
      prose: annotations.prose, key: text.key,
      master: text.index(ofLanguage: masterLanguage).map { text.values[$0].message },
      parameters: parameters, into: &output)
    SwiftMember(
      name: member.name, key: text.key, parameters: parameters, options: options
    ).write(into: &output)

    var notes: [Diagnostic] = []
    if let repair = member.repair { notes.append(.renamed(text, to: member.name, because: repair)) }
    notes += repairs.map { .renamedArgument($0.number, of: text, to: $0.name, because: $0.repair) }
    return notes
  }

  /// Writes the closing brace of the type.
  public func end(into output: inout [UInt8]) { output += "}\n".utf8 }
}
