import TremaCatalog
import TremaMessages
import TremaSupport

/// A writer that generates a Kotlin file in which each text of a catalog is a member of one class
/// over Android's `Resources`, or of one object over the resources of Compose Multiplatform: a
/// property, or a function if the text takes arguments.
///
/// The resources are written by the platform's writer from the same catalog. A member looks up its
/// resource each time it is read, and requires only APIs of Android API level 24 or of Compose
/// Multiplatform.
package struct KotlinAccessors: AccessorWriter {
  /// The appearance of the file.
  private let options: Options
  /// The master language as spelled in the catalog.
  private let masterLanguage: String
  /// Whether no member has been written yet.
  var isEmpty = true
  /// The array that the next text may continue.
  var sequence = ArraySequence()
  /// The array that the preceding texts belong to and that is not written yet, or `nil` if there is
  /// none.
  var array: KotlinArray?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - options: The appearance of the file.
  ///   - masterLanguage: The master language, as spelled in the catalog. Its values are quoted in
  ///     the comments, and its placeholders determine the type if languages disagree.
  package init(options: Options = Options(), masterLanguage: String) {
    self.options = options
    self.masterLanguage = masterLanguage
  }

  /// Appends the beginning of the file, up to the opening brace of the class.
  package func begin(into output: inout [UInt8]) {
    let source = Comment.lineCommentText(options.sourceName)
    output += "// Generated from \(source). ".utf8
    output += "Do not edit: change the catalogue and regenerate this file.\n\n".utf8
    let package = options.package.flatMap(KotlinName.package)
    if let package { output += "package \(package)\n\n".utf8 }
    for name in options.imports(in: package) { output += "import \(name)\n".utf8 }
    output.append(UInt8(ascii: "\n"))
    Comment(language: .kotlin, indent: "").write(
      "Texts of ", options.sourceName, "; master language ", masterLanguage,
      ". Each access looks up the text in the language of the resources.",
      into: &output)
    let type = options.typeName(options.type)
    switch options.resources {
    case .android: output += "class \(type)(private val resources: Resources) {\n".utf8
    case .compose, .composeSuspend: output += "object \(type) {\n".utf8
    }
  }

  /// Appends the member of a text. An array becomes one member, which is written after its last
  /// item.
  ///
  /// - Parameters:
  ///   - text: The text, with the values of all exported languages, because each may use an
  ///     argument that the others omit.
  ///   - annotations: The annotations of the text's context.
  ///   - output: The buffer to append whole lines to.
  /// - Returns: An `unsupported-placeholder` error for each placeholder whose argument Kotlin
  ///   cannot pass, in which case nothing is written, a `renamed-accessor` note for each name that
  ///   had to be changed, and an `unsupported-message` warning for a text that Compose Multiplatform
  ///   cannot format, which gets no member.
  package mutating func append(
    _ text: TextView, annotations: Annotations, into output: inout [UInt8]
  ) -> [Diagnostic] {
    if let item = sequence.next(text.key, annotations), item.index == 0 || array != nil {
      return collect(item, text, annotations, into: &output)
    }
    finishArray(into: &output)
    let shown = TextArguments(text, annotations, masterLanguage: masterLanguage, in: .kotlin)
    if !shown.errors.isEmpty { return shown.errors }
    let outline =
      shown.arguments.isEmpty
      ? nil : TextOutline(text, annotations: annotations, master: masterLanguage)
    guard let lookup = lookup(outline) else { return [.unsupportedMessage(text)] }
    var arguments = shown.arguments
    if case .plural(let number) = lookup, arguments.indices.contains(number - 1) {
      // Both platforms select a plural form with a 32-bit number.
      arguments[number - 1].type = "Int"
    }
    let (parameters, repairs) = Parameter.makeParameters(
      arguments, annotations: annotations.parameters, in: .kotlin)
    let name = KotlinName.member(for: text.key)
    separate(in: &output)
    Comment.kotlin.write(
      prose: annotations.prose, key: text.key,
      master: text.index(ofLanguage: masterLanguage).map { text[$0].message },
      parameters: parameters, into: &output)
    KotlinMember(
      name: name.name, resource: AndroidName.resource(for: text.key).name, parameters: parameters,
      lookup: lookup, resources: options.resources,
      resourcesClass: options.resourcesClass
    ).write(into: &output)

    var notes: [Diagnostic] = []
    if let repair = name.adjustmentReason {
      notes.append(.renamedAccessor(text, to: name.name, reason: repair, in: .kotlin))
    }
    notes += repairs.map { .renamedArgument($0, of: text, in: .kotlin) }
    return notes
  }

  /// Appends the pending array, if there is one, and the closing brace of the class.
  package func end(into output: inout [UInt8]) {
    var rest = self
    rest.finishArray(into: &output)
    output += "}\n".utf8
  }

  /// Returns the kind of resource that the platform has for a text.
  ///
  /// - Parameter outline: The outline of the text; `nil` for a text without arguments, which has no
  ///   branches either.
  /// - Returns: `nil` if the platform cannot format the text.
  private func lookup(_ outline: TextOutline?) -> KotlinMember.Lookup? {
    guard let outline, outline.hasBranches else { return .string }
    switch options.resources {
    case .android:
      return outline.javaPluralArgument.map { .plural(quantity: $0) } ?? .message
    case .compose, .composeSuspend:
      return outline.composePluralArgument.map { .plural(quantity: $0) }
    }
  }

  /// Adds an item to the current array, or begins a new one.
  ///
  /// - Returns: The note about the name of a new array, if the name had to be changed.
  private mutating func collect(
    _ item: ArrayItem, _ text: TextView, _ annotations: Annotations, into output: inout [UInt8]
  ) -> [Diagnostic] {
    if item.index > 0 {
      array?.append(text, masterLanguage: masterLanguage)
      return []
    }
    finishArray(into: &output)
    var array = KotlinArray(item.arrayKey, isTranslatable: annotations.isTranslatable)
    array.append(text, masterLanguage: masterLanguage)
    self.array = array
    let name = KotlinName.member(for: item.arrayKey)
    return name.adjustmentReason.map {
      [.renamedAccessor(text, to: name.name, reason: $0, in: .kotlin)]
    } ?? []
  }

  /// Appends the member of the current array, if there is one.
  private mutating func finishArray(into output: inout [UInt8]) {
    guard let array else { return }
    self.array = nil
    // Platforms have no resource for an array that is not complete in any language.
    guard array.isCompleteInAnyLanguage else { return }
    separate(in: &output)
    Comment.kotlin.write(
      "The texts of the array ", array.name, ", in order. Placeholders are not replaced.",
      into: &output)
    KotlinMember(
      name: KotlinName.member(for: array.name).name,
      resource: AndroidName.resource(for: array.name).name, parameters: [], lookup: .array,
      resources: options.resources,
      resourcesClass: options.resourcesClass
    ).write(into: &output)
  }

  /// Appends an empty line before every member except the first.
  private mutating func separate(in output: inout [UInt8]) {
    if !isEmpty { output.append(UInt8(ascii: "\n")) }
    isEmpty = false
  }
}
