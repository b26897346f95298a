import TremaCatalog
import TremaMessages
import TremaSupport

/// A writer that generates a Swift file in which each text in a catalog is a static member of one
/// type: a computed property, or a function if the text takes arguments.
///
/// Members call `translate` each time they are read, because the language can change while the app
/// runs. The file passes `swift format lint --strict` with the default configuration.
package struct SwiftAccessors: AccessorWriter {
  /// The appearance of the file.
  let options: Options
  /// The master language as spelled in the catalog.
  let masterLanguage: String
  /// The unqualified names in the bundle expression, and `translate`. A member or parameter with
  /// such a name would shadow them.
  let reservedNames: Set<String>
  /// Whether no member has been written yet.
  var isEmpty = true
  /// The members of nested types, which are written at the end.
  private var tree = SwiftTree()
  /// The views, which are written at the end.
  private var views = SwiftTree()
  /// The resources, which are written at the end.
  private var resources = SwiftTree()
  /// The array that the next text may continue.
  var sequence = ArraySequence()
  /// The array that the preceding texts belong to and that is not written yet, or `nil` if there is
  /// none.
  var array: SwiftArray?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - options: The appearance of the file.
  ///   - masterLanguage: The master language, as spelled in the catalog. Its values are quoted in
  ///     the comments, and its placeholders determine the type if languages disagree.
  package init(options: Options = Options(), masterLanguage: String) {
    self.options = options
    self.masterLanguage = masterLanguage
    reservedNames = UnqualifiedNames.names(in: options.bundle.source).union(["translate"])
  }

  /// Appends the start of the file, up to the type's opening brace.
  package func begin(into output: inout [UInt8]) {
    let source = Comment.lineCommentText(options.sourceName)
    output += "// Generated from \(source). ".utf8
    output += "Do not edit: change the catalogue and regenerate this file.\n\n".utf8
    // The imports are sorted by bytes, as swift-format requires. Foundation contains bundles and
    // dates, which any later text may use.
    let imports = Set(options.imports + ["Foundation"]).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    for module in imports { output += "import \(module)\n".utf8 }
    output.append(UInt8(ascii: "\n"))
    if options.includesSwiftUI {
      output += "#if canImport(SwiftUI)\n  import SwiftUI\n#endif\n\n".utf8
    }
    Comment(language: .swift, indent: "").write(
      "Texts of ", options.sourceName, "; master language ", masterLanguage, ".", into: &output)
    output += "\(options.access.modifier)enum \(typeName) {\n".utf8
  }

  /// The name of the type, corrected if it is invalid.
  private var typeName: String { SwiftName.typeName(options.type).name }

  /// Appends the member of a text.
  ///
  /// - Parameters:
  ///   - text: The text, with the values of all exported languages, because each may use an
  ///     argument that the others omit.
  ///   - annotations: The annotations of the text's context.
  ///   - output: The buffer to append whole lines to.
  /// - Returns: An `unsupported-placeholder` error for each placeholder whose argument Swift cannot
  ///   pass, or a `name-collision` error if the bundle expression uses the name; in both cases
  ///   nothing is written. Also a `renamed-accessor` note for each name that had to be changed.
  package mutating func append(
    _ text: TextView, annotations: Annotations, into output: inout [UInt8]
  ) -> [Diagnostic] {
    let path = SwiftPath(text.key, separator: options.nesting ?? "")
    if let name = (path.types + [path.member]).first(where: reservedNames.contains) {
      return [.hiddenBundle(name, of: text, bundle: options.bundle.source)]
    }
    let shown = TextArguments(text, annotations, masterLanguage: masterLanguage, in: .swift)
    if !shown.errors.isEmpty { return shown.errors }
    let (parameters, repairs) = Parameter.makeParameters(
      shown.arguments, annotations: annotations.parameters, reserved: reservedNames, in: .swift)

    collect(path, of: text, annotations, takesArguments: !parameters.isEmpty, into: &output)
    let master = text.index(ofLanguage: masterLanguage).map { text[$0].message }
    let options = options
    write(path, into: &output) { indent, output in
      let comment = path.types.isEmpty ? Comment.swift : Comment(language: .swift, indent: indent)
      comment.write(
        prose: annotations.prose, key: text.key, master: master, parameters: parameters,
        into: &output)
      SwiftMember(
        name: path.member, key: text.key, parameters: parameters, options: options,
        indent: indent
      ).write(into: &output)
    }
    if options.includesSwiftUI { addViews(path, of: text, parameters, shown.signature) }

    var notes: [Diagnostic] = []
    if let repair = path.adjustmentReason {
      notes.append(.renamedAccessor(text, to: path.name.name, reason: repair, in: .swift))
    }
    notes += repairs.map { .renamedArgument($0, of: text, in: .swift) }
    return notes
  }

  /// Appends the parts that were held in memory, and the closing brace of the type.
  package func end(into output: inout [UInt8]) {
    var rest = self
    rest.finishArray(into: &output)
    rest.tree.write(access: options.access.modifier, indent: "  ", into: &output)
    output += "}\n".utf8
    if options.includesSwiftUI { rest.writeViews(into: &output) }
  }

  /// Writes a member immediately, or adds it to its nested type, which is written at the end.
  ///
  /// - Parameter write: Appends the member with an indentation.
  private mutating func write(
    _ path: SwiftPath, into output: inout [UInt8], _ write: (String, inout [UInt8]) -> Void
  ) {
    if options.nesting != nil {
      let indent = String(repeating: "  ", count: path.types.count + 1)
      tree.add(path) { members in write(indent, &members) }
      return
    }
    if !isEmpty { output.append(UInt8(ascii: "\n")) }
    isEmpty = false
    write("  ", &output)
  }
}

// Members for arrays.
extension SwiftAccessors {
  /// If the text is an item, adds it to the current array or starts a new one.
  private mutating func collect(
    _ path: SwiftPath, of text: TextView, _ annotations: Annotations, takesArguments: Bool,
    into output: inout [UInt8]
  ) {
    let item = sequence.next(text.key, annotations)
    if let item, item.index > 0, array != nil {
      array?.append(path, takesArguments: takesArguments)
      return
    }
    finishArray(into: &output)
    if let item, item.index == 0 {
      array = SwiftArray(item.arrayKey, path, takesArguments: takesArguments)
    }
  }

  /// Writes the member of the current array, unless its items take arguments or its name is
  /// reserved.
  private mutating func finishArray(into output: inout [UInt8]) {
    guard let array else { return }
    self.array = nil
    let path = SwiftPath(array.name, separator: options.nesting ?? "")
    if array.takesArguments || reservedNames.contains(path.member) { return }
    let access = options.access.modifier
    write(path, into: &output) { indent, output in
      array.write(path: path, access: access, indent: indent, into: &output)
    }
  }
}

// Views and resources for SwiftUI.
extension SwiftAccessors {
  /// Adds the view of a text, and its resource if Foundation can format it.
  private mutating func addViews(
    _ path: SwiftPath, of text: TextView, _ parameters: [Parameter], _ signature: TextSignature
  ) {
    let indent = String(repeating: "  ", count: path.types.count + 3)
    func member(_ result: SwiftMember.Result) -> SwiftMember {
      SwiftMember(
        name: path.member, key: text.key, parameters: parameters, options: options,
        indent: indent, result: result)
    }
    let comment = Comment(language: .swift, indent: indent)
    views.add(path) { members in
      comment.write("", text.key, into: &members)
      member(.view).write(into: &members)
    }
    guard Self.canFoundationFormat(text, signature) else { return }
    resources.add(path) { members in
      comment.write("", text.key, into: &members)
      member(.resource).write(into: &members)
    }
  }

  /// Returns whether Foundation can format the text. It must not contain a select or anything else
  /// that requires ICU messages, and its arguments must be allowed in a `LocalizationValue`.
  private static func canFoundationFormat(_ text: TextView, _ signature: TextSignature) -> Bool {
    guard signature.arguments.allSatisfy({ $0.type != .character && $0.type != .date }) else {
      return false
    }
    return (0..<text.valueCount).allSatisfy { number in
      let message = text[number].message
      guard message.hasArguments else { return true }
      guard let language = LanguageTag(text[number].language) else { return false }
      return VariableFormat(message.numbered(by: signature.numbers), in: language) != nil
    }
  }

  /// Appends the extension with the views and resources.
  private func writeViews(into output: inout [UInt8]) {
    if views.isEmpty { return }
    let access = options.access.modifier
    output += "\n#if canImport(SwiftUI)\n  extension \(typeName) {\n".utf8
    let comment = Comment(language: .swift, indent: "    ")
    comment.write(
      "The texts as SwiftUI views, in the language of the app. After a change of language, a view is "
        + "updated together with its parent.", into: &output)
    output += "    \(access)enum Views {\n".utf8
    views.write(access: access, indent: "      ", into: &output)
    output += "    }\n".utf8
    if !resources.isEmpty {
      output.append(UInt8(ascii: "\n"))
      comment.write(
        "The texts as localized string resources. The system looks them up when it displays them, in "
          + "the language that it selected for the app, even if the app has selected another. Texts "
          + "that only ",
        "translate",
        " can format are left out.", into: &output)
      output += "    \(access)enum Resources {\n".utf8
      resources.write(access: access, indent: "      ", into: &output)
      output += "    }\n".utf8
    }
    output += "  }\n#endif\n".utf8
  }
}
