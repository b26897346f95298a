import TremaCatalog
import TremaMessages
import TremaSupport

/// A writer that generates a Kotlin file in which each text of a catalog is a member of one class
/// over Android's `Resources`: a property, or a function if the text takes arguments.
///
/// The resources are written by the Android writer from the same catalog. A member looks up its
/// resource each time it is read, and requires only APIs of Android API level 24.
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
    output += "import android.content.res.Resources\n".utf8
    if let namespace = options.androidNamespace.flatMap(KotlinName.package), namespace != package {
      output += "import \(namespace).R\n".utf8
    }
    output.append(UInt8(ascii: "\n"))
    Comment(language: .kotlin, indent: "").write(
      "Texts of ", options.sourceName, "; master language ", masterLanguage,
      ". Each access looks up the text in the language of the resources.",
      into: &output)
    let type = KotlinName.typeName(options.type).name
    output += "class \(type)(private val resources: Resources) {\n".utf8
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
  ///   cannot pass, in which case nothing is written, and a `renamed-accessor` note for each name
  ///   that had to be changed.
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
    var arguments = shown.arguments
    if let number = outline?.javaPluralArgument, arguments.indices.contains(number - 1) {
      // Android selects a plural form with a 32-bit number.
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
      lookup: Self.lookup(outline)
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

  /// Returns the kind of Android resource of a text.
  ///
  /// - Parameter outline: The outline of the text; `nil` for a text without arguments, which has no
  ///   branches either.
  private static func lookup(_ outline: TextOutline?) -> KotlinMember.Lookup {
    guard let outline else { return .string }
    if let number = outline.javaPluralArgument { return .plural(quantity: number) }
    return outline.hasBranches ? .message : .string
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
    // Android has no resource for an array that is complete in no language.
    guard array.isCompleteInAnyLanguage else { return }
    separate(in: &output)
    Comment.kotlin.write(
      "The texts of the array ", array.name, ", in order. Placeholders are not replaced.",
      into: &output)
    KotlinMember(
      name: KotlinName.member(for: array.name).name,
      resource: AndroidName.resource(for: array.name).name, parameters: [], lookup: .array
    ).write(into: &output)
  }

  /// Appends an empty line before every member except the first.
  private mutating func separate(in output: inout [UInt8]) {
    if !isEmpty { output.append(UInt8(ascii: "\n")) }
    isEmpty = false
  }
}

extension KotlinAccessors {
  /// The appearance of the Kotlin file.
  package struct Options: Hashable, Sendable {
    /// The name of the class. `KotlinName.typeName` describes how an invalid name is corrected.
    package var type: String
    /// The package of the class, such as `com.example.texts`; `nil` if there is none.
    package var package: String?
    /// The namespace of the Android module, which contains its class `R`; `nil` if it equals the
    /// class's package.
    package var androidNamespace: String?
    /// The file name to mention, without its folder: the output must not depend on the machine.
    package var sourceName: String

    /// Creates options.
    ///
    /// - Parameters:
    ///   - type: The name of the class.
    ///   - package: The package. Omitted if ``KotlinName/package(_:)`` rejects it.
    ///   - androidNamespace: The namespace. A name that ``KotlinName/package(_:)`` rejects is
    ///     omitted.
    ///   - sourceName: The file name to mention.
    package init(
      type: String = "Texts", package: String? = nil, androidNamespace: String? = nil,
      sourceName: String = "Texts.trm"
    ) {
      self.type = type
      self.package = package
      self.androidNamespace = androidNamespace
      self.sourceName = sourceName
    }
  }
}

/// An array of texts, and the languages in which Android has it.
struct KotlinArray: Sendable {
  /// The key of the array.
  let name: String
  /// Whether the items are translated.
  private let isTranslatable: Bool
  /// The languages that all items without a master value have in common; `nil` if no such item was
  /// appended.
  private var languagesWithoutMaster: Set<LanguageTag>?

  /// Creates an array without items.
  init(_ name: String, isTranslatable: Bool) {
    self.name = name
    self.isTranslatable = isTranslatable
  }

  /// Appends an item.
  mutating func append(_ text: TextView, masterLanguage: String) {
    if text.index(ofLanguage: masterLanguage) != nil { return }
    let languages = Set(text.languages.compactMap { LanguageTag($0) })
    languagesWithoutMaster = languagesWithoutMaster?.intersection(languages) ?? languages
  }

  /// Whether at least one language has every item, with the master's value for items that are not
  /// translated.
  ///
  /// Android replaces an array as a whole. An array that is not translatable exists only in the
  /// default language.
  var isCompleteInAnyLanguage: Bool {
    guard let languagesWithoutMaster else { return true }
    return isTranslatable && !languagesWithoutMaster.isEmpty
  }
}
