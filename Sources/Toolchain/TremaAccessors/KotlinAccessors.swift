import TremaCatalog
import TremaMessages
import TremaSupport

/// A writer that generates a Kotlin file in which each text of a catalog is a member of one class
/// over Android's `Resources`: a property, or a function if the text takes arguments.
///
/// The resources are those that the Android writer makes from the same catalog. A member looks up
/// its resource each time it is read; everything it needs is part of Android from API level 24.
package struct KotlinAccessors: AccessorWriter {
  /// The appearance of the file.
  private let options: Options
  /// The master language as the catalog spells it.
  private let masterLanguage: String
  /// Whether no member was written so far.
  var isEmpty = true
  /// The array that the next text may continue.
  var sequence = ArraySequence()
  /// The array of the last texts, which is not written yet; `nil` if they were not items of one.
  var array: KotlinArray?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - options: The appearance of the file.
  ///   - masterLanguage: The master language as the catalog spells it. Its values are quoted in the
  ///     comments, and its placeholders determine a type on which languages disagree.
  package init(options: Options = Options(), masterLanguage: String) {
    self.options = options
    self.masterLanguage = masterLanguage
  }

  /// Appends the head of the file, up to the opening brace of the class.
  package func begin(into output: inout [UInt8]) {
    let source = Comment.plain(options.sourceName)
    output += "// Generated from \(source). ".utf8
    output += "Do not edit: change the catalogue and generate again.\n\n".utf8
    let package = options.package.flatMap(KotlinName.package)
    if let package { output += "package \(package)\n\n".utf8 }
    output += "import android.content.res.Resources\n".utf8
    if let namespace = options.androidNamespace.flatMap(KotlinName.package), namespace != package {
      output += "import \(namespace).R\n".utf8
    }
    output.append(UInt8(ascii: "\n"))
    Comment(language: .kotlin, indent: "").write(
      "Texts of ", options.sourceName, "; master language ", masterLanguage,
      ". They are looked up whenever they are read, in the language of the resources.",
      into: &output)
    let type = KotlinName.typeName(options.type).name
    output += "class \(type)(private val resources: Resources) {\n".utf8
  }

  /// Appends the member of a text. An array is one member, which is written when all its items are
  /// known.
  ///
  /// - Parameters:
  ///   - text: The text, with the values of all languages that are exported: each may use an
  ///     argument that the others omit.
  ///   - annotations: The annotations of its context.
  ///   - output: The buffer that whole lines are appended to.
  /// - Returns: An error `unsupported-placeholder` for each placeholder for which Kotlin cannot
  ///   pass an argument, in which case nothing is written; a note `renamed-accessor` for each name
  ///   that is not the plain mapping.
  package mutating func append(
    _ text: TextView, annotations: Annotations, into output: inout [UInt8]
  ) -> [Diagnostic] {
    if let item = sequence.item(text.key, annotations), item.index == 0 || array != nil {
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
      // Android chooses a plural form by a number of 32 bits.
      arguments[number - 1].type = "Int"
    }
    let (parameters, repairs) = Parameter.named(
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
    if let repair = name.repair {
      notes.append(.renamed(text, to: name.name, because: repair, in: .kotlin))
    }
    notes += repairs.map { .renamedArgument($0, of: text, in: .kotlin) }
    return notes
  }

  /// Appends an array that was not written yet, and the closing brace of the class.
  package func end(into output: inout [UInt8]) {
    var rest = self
    rest.finishArray(into: &output)
    output += "}\n".utf8
  }

  /// Returns the way in which Android looks up a text.
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
  /// - Returns: The note about the name of a new array, if it is not the plain mapping.
  private mutating func collect(
    _ item: ArrayItem, _ text: TextView, _ annotations: Annotations, into output: inout [UInt8]
  ) -> [Diagnostic] {
    if item.index > 0 {
      array?.append(text, masterLanguage: masterLanguage)
      return []
    }
    finishArray(into: &output)
    var array = KotlinArray(item.name, isTranslatable: annotations.isTranslatable)
    array.append(text, masterLanguage: masterLanguage)
    self.array = array
    let name = KotlinName.member(for: item.name)
    return name.repair.map { [.renamed(text, to: name.name, because: $0, in: .kotlin)] } ?? []
  }

  /// Appends the member of the current array, if there is one.
  private mutating func finishArray(into output: inout [UInt8]) {
    guard let array else { return }
    self.array = nil
    // Android has no resource for an array that is complete in no language.
    guard array.isCompleteInAnyLanguage else { return }
    separate(in: &output)
    Comment.kotlin.write(
      "The texts of ", array.name, ", in their order, with their placeholders as they are.",
      into: &output)
    KotlinMember(
      name: KotlinName.member(for: array.name).name,
      resource: AndroidName.resource(for: array.name).name, parameters: [], lookup: .array
    ).write(into: &output)
  }

  /// Appends an empty line before every member but the first.
  private mutating func separate(in output: inout [UInt8]) {
    if !isEmpty { output.append(UInt8(ascii: "\n")) }
    isEmpty = false
  }
}

extension KotlinAccessors {
  /// The appearance of the Kotlin file.
  package struct Options: Hashable, Sendable {
    /// The name of the class. An invalid name is repaired as described for `KotlinName.typeName`.
    package var type: String
    /// The package of the class, such as `com.example.texts`; `nil` for none.
    package var package: String?
    /// The namespace of the Android module, which contains its class `R`; `nil` if it is the
    /// package of the class.
    package var androidNamespace: String?
    /// The file name to mention, without its folder: paths of a machine do not belong in the
    /// output.
    package var sourceName: String

    /// Creates options.
    ///
    /// - Parameters:
    ///   - type: The name of the class.
    ///   - package: The package. A name that ``KotlinName/package(_:)`` rejects is omitted.
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

/// An array of texts, with the information in which languages Android has it.
struct KotlinArray: Sendable {
  /// The key of the array.
  let name: String
  /// Whether the items are translated.
  private let isTranslatable: Bool
  /// The languages that all items without a master value have in common; `nil` if no such item was
  /// appended.
  private var languagesWithoutMaster: Set<LanguageTag>?

  /// Creates an array without items.
  ///
  /// - Parameters:
  ///   - name: The key of the array.
  ///   - isTranslatable: Whether the items are translated.
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

  /// Whether at least one language has every item, if items without a value of their own have the
  /// master's.
  ///
  /// Android replaces an array as a whole. One that is not translated exists only in the default
  /// language.
  var isCompleteInAnyLanguage: Bool {
    guard let languagesWithoutMaster else { return true }
    return isTranslatable && !languagesWithoutMaster.isEmpty
  }
}
