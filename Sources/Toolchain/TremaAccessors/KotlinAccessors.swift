import TremaCatalog
import TremaMessages
import TremaSupport

/// Writes the Kotlin file that makes each text of a catalogue a member of one class over Android's
/// `Resources`: a property, or a function when the text takes arguments.
///
/// The resources are those that the Android writer makes of the same catalogue. Members look them
/// up whenever they are read; what they need is in Android itself from API 24 on.
package struct KotlinAccessors: AccessorWriter {
  private let options: Options
  private let masterLanguage: String
  var isEmpty = true
  var sequence = ArraySequence()
  /// The array that the last texts were items of.
  var array: KotlinArray?

  /// - Parameters:
  ///   - options: how the file is to look.
  ///   - masterLanguage: as the catalogue spells it; its values are in the comments, and its
  ///     placeholders win when languages disagree on a type.
  package init(options: Options = Options(), masterLanguage: String) {
    self.options = options
    self.masterLanguage = masterLanguage
  }

  /// Writes the head of the file, up to the opening brace of the class.
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

  /// Writes the member that means `text`; an array is one member, written when all its items
  /// are known.
  ///
  /// - Parameters:
  ///   - text: with the values of all languages that are exported: each may show an argument that
  ///     the others leave out.
  ///   - annotations: those of its context.
  ///   - output: is appended to, with whole lines.
  /// - Returns: an error `unsupported-placeholder` for each placeholder that no Kotlin argument can
  ///   fill, and then nothing is written; a note `renamed-accessor` for each name that is not the
  ///   plain mapping.
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
      // What Android chooses a form by has 32 bits.
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

  /// Writes an array that waited, and the closing brace of the class.
  package func end(into output: inout [UInt8]) {
    var rest = self
    rest.finishArray(into: &output)
    output += "}\n".utf8
  }

  /// - Parameter outline: nil for a text without arguments, which has no branches either.
  private static func lookup(_ outline: TextOutline?) -> KotlinMember.Lookup {
    guard let outline else { return .string }
    if let number = outline.javaPluralArgument { return .plural(quantity: number) }
    return outline.hasBranches ? .message : .string
  }

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

  private mutating func finishArray(into output: inout [UInt8]) {
    guard let array else { return }
    self.array = nil
    // Android has no such resource.
    guard array.isSomewhereComplete else { return }
    separate(in: &output)
    Comment.kotlin.write(
      "The texts of ", array.name, ", in their order, with their placeholders as they are.",
      into: &output)
    KotlinMember(
      name: KotlinName.member(for: array.name).name,
      resource: AndroidName.resource(for: array.name).name, parameters: [], lookup: .array
    ).write(into: &output)
  }

  private mutating func separate(in output: inout [UInt8]) {
    if !isEmpty { output.append(UInt8(ascii: "\n")) }
    isEmpty = false
  }
}

extension KotlinAccessors {
  /// How the Kotlin file is to look.
  package struct Options: Hashable, Sendable {
    /// The name of the class; what is none is repaired as `KotlinName.typeName` says.
    package var type: String
    /// The package of the class, `com.example.texts`; nil for none.
    package var package: String?
    /// The namespace of the Android module, in which its class `R` is; nil where that is the
    /// package of the class.
    package var androidNamespace: String?
    /// The file name to mention, without its folder: no machine's path belongs into the output.
    package var sourceName: String

    /// - Parameters:
    ///   - package: what ``KotlinName/package(_:)`` takes; anything else is left out.
    ///   - androidNamespace: the same.
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

/// An array of texts, as far as it is known which languages Android has it in.
struct KotlinArray: Sendable {
  /// The key of the array.
  let name: String
  private let isTranslatable: Bool
  /// The languages of all items that the master language lacks; nil as long as it lacks none.
  private var languagesWithoutMaster: Set<LanguageTag>?

  init(_ name: String, isTranslatable: Bool) {
    self.name = name
    self.isTranslatable = isTranslatable
  }

  mutating func append(_ text: TextView, masterLanguage: String) {
    if text.index(ofLanguage: masterLanguage) != nil { return }
    let languages = Set(text.languages.compactMap { LanguageTag($0) })
    languagesWithoutMaster = languagesWithoutMaster?.intersection(languages) ?? languages
  }

  /// Whether a language has each item, with the master's where it has none of its own: Android takes
  /// an array whole. One that is not translated is in the default language alone.
  var isSomewhereComplete: Bool {
    guard let languagesWithoutMaster else { return true }
    return isTranslatable && !languagesWithoutMaster.isEmpty
  }
}
