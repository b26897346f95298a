import TremaCatalog
import TremaMessages
import TremaSupport

/// A writer for the `strings.xml` of Android and Compose Multiplatform.
///
/// The resource compiler first parses XML, and then its own escape sequences. It also trims and
/// collapses whitespace, and treats a leading `@` or `?` as a reference. The writer escapes all of
/// these.
///
/// A text with a plural becomes a `plurals` resource if Java can represent all of its branches in
/// all languages; otherwise, it becomes an ICU message. Texts with `@array` whose keys are numbered
/// from 0 become one `string-array`.
///
/// For Compose Multiplatform, the structure is the same, with the escape sequences of
/// ``ComposeText`` and the arguments of ``ComposePieces``.
///
/// Source: measured with `aapt2`; see `Documentation/Formats/Android.md` and `Compose.md`.
struct AndroidWriter: LanguageWriter {
  static let supportedFeatures: Features = [
    .context, .translatable, .array, .tags, .reference,
  ]

  /// Returns the path of the file: `values/strings.xml` for the default language, and a path such
  /// as `values-de/strings.xml` for all other languages.
  static func paths(_ file: FileDescription, _ dialect: ResourceDialect) -> [String] {
    let qualifier =
      file.folderName
      ?? AndroidQualifier.qualifier(of: file.language, usesOldCodes: dialect == .android)
    return [file.isDefault ? "values/strings.xml" : "values-\(qualifier)/strings.xml"]
  }

  /// The catalog's file name, written in the header comment.
  private let source: String
  /// The rules of the file.
  let dialect: ResourceDialect
  let language: LanguageTag
  private let isDefault: Bool
  /// Recognizes array items by their keys.
  private var sequence = ArraySequence()
  /// The open array.
  private var array: OpenArray?
  /// The features of the last text that could not be written.
  private var losses: [Feature] = []
  /// The problems since ``takeProblems()``.
  private var problems: [Diagnostic] = []

  init(_ file: FileDescription, _ dialect: ResourceDialect) {
    source = file.source
    self.dialect = dialect
    language = file.language
    isDefault = file.isDefault
  }

  mutating func begin(into output: inout [UInt8]) {
    output.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- Generated from ")
    output.append(resourceComment: source)
    output.append(
      ". Do not edit: change the catalogue and regenerate this file. -->\n<resources>\n")
  }

  /// Writes a text, or adds it to the open array.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    losses.removeAll(keepingCapacity: true)
    if openArray(for: entry.key, entry.annotations, into: &output) {
      let content = content(of: entry)
      array?.append(content, isLocalized: true, comment: entry.comment)
      return
    }
    if entry.annotations.isArray { losses.append(.array) }
    // A text that is not translatable is only written for the default language, as Android Lint
    // requires.
    if !entry.annotations.isTranslatable && !isDefault { return }
    if let problem = problem(of: entry) {
      problems.append(problem)
      return
    }
    output.append(commentLines: entry.comment, indentation: "    ")
    // Most texts need only escape sequences, so their messages are not parsed.
    if isVerbatim(entry) {
      startTag("string", entry, into: &output)
      output.append(">")
      entry.value.withSource { source in
        switch dialect {
        case .android: output.append(unquotedResource: source, having: entry.value.flags)
        case .compose: output.append(composeText: source)
        }
      }
      output.append("</string>\n")
      return
    }
    if let argument = pluralArgument(of: entry) {
      appendPlurals(entry, selectedBy: argument, into: &output)
    } else {
      appendString(entry, into: &output)
    }
  }

  /// Returns the argument that selects the form of a `plurals` resource, or `nil` for other texts.
  func pluralArgument(of entry: Entry) -> Int? {
    switch dialect {
    case .android: entry.outline.javaPluralArgument
    case .compose: entry.outline.composePluralArgument
    }
  }

  /// Adds the original of an item without a translation to its array. Other texts without a value
  /// are omitted.
  mutating func appendMissing(_ key: String, _ outline: TextOutline, into output: inout [UInt8]) {
    losses.removeAll(keepingCapacity: true)
    guard openArray(for: key, outline.annotations, into: &output) else { return }
    // An item without a translation has the text of the master language.
    var content: [UInt8]?
    if let master = outline.master {
      content = self.content(
        of: Entry(key: key, Value(master), outline: outline))
    } else {
      losses.append(.array)
    }
    array?.append(content, isLocalized: false, comment: outline.annotations.prose)
  }

  mutating func end(into output: inout [UInt8]) {
    closeArray(into: &output)
    output.append("</resources>\n")
  }

  mutating func takeLosses() -> [Feature] {
    if losses.isEmpty { return [] }
    defer { losses.removeAll() }
    return losses
  }

  mutating func takeProblems() -> [Diagnostic] {
    if problems.isEmpty { return [] }
    defer { problems = [] }
    return problems
  }

  // MARK: Arrays

  /// Opens an array if a text is its first item.
  ///
  /// - Returns: Whether the text is the next item of the open array. If not, no array is open.
  private mutating func openArray(
    for key: String, _ annotations: Annotations, into output: inout [UInt8]
  ) -> Bool {
    guard let item = sequence.next(key, annotations) else {
      closeArray(into: &output)
      return false
    }
    if item.index == 0 {
      closeArray(into: &output)
      array = OpenArray(item, isTranslatable: annotations.isTranslatable)
    }
    return true
  }

  /// Writes the open array, if there is one.
  private mutating func closeArray(into output: inout [UInt8]) {
    array?.write(isDefault: isDefault, into: &output)
    array = nil
  }

  // MARK: Texts

  /// Returns whether the value needs only escape sequences for single characters, because it has no
  /// placeholders, its whitespace needs no quotation marks, and it is neither markup nor a
  /// reference.
  private func isVerbatim(_ entry: Entry) -> Bool {
    guard entry.value.isPlainText, !entry.outline.hasBranches else { return false }
    switch dialect {
    case .android:
      return entry.value.flags.isDisjoint(with: [.edgeSpace, .doubleSpace])
        && !entry.annotations.isReference && !entry.annotations.isMarkup
    case .compose: return !entry.value.flags.contains(.percent)
    }
  }

  /// Appends a text as a `string` element.
  private mutating func appendString(_ entry: Entry, into output: inout [UInt8]) {
    let pieces = pieces(of: entry)
    var escapesPercents = false
    startTag("string", entry, into: &output)
    if dialect == .android, pieces.count == 1, case .text(let text) = pieces[0],
      looksFormatted(text)
    {
      // The resource compiler would count the percent signs in a text without placeholders as
      // arguments.
      output.append(" formatted=\"false\"")
      escapesPercents = wouldGainPlaceholders(text)
    }
    output.append(">")
    append(pieces, of: entry, escapesPercents: escapesPercents, into: &output)
    output.append("</string>\n")
  }

  /// Returns the content of an `next` element.
  private mutating func content(of entry: Entry) -> [UInt8] {
    var content: [UInt8] = []
    append(pieces(of: entry), of: entry, into: &content)
    return content
  }

  /// Appends the content of an element: a reference, a text with tags, or an ordinary text.
  private func append(
    _ pieces: [JavaPiece], of entry: Entry, escapesPercents: Bool = false,
    into output: inout [UInt8]
  ) {
    if dialect == .compose {
      output.append(compose: pieces)
    } else if entry.annotations.isReference, pieces.count == 1, case .text(let name) = pieces[0],
      AndroidReference.isResource(Array(name.utf8)[...])
    {
      append(reference: name, into: &output)
    } else if entry.annotations.isMarkup,
      let markup = MarkupText(pieces.map(\.spelling).joined())
    {
      output.append(resource: markup, escapesPercents: escapesPercents)
    } else {
      output.append(resource: pieces, escapesPercents: escapesPercents)
    }
  }

  /// Appends a reference to the resource of another text.
  private func append(reference: String, into output: inout [UInt8]) {
    let start = "@string/"
    guard reference.utf8.starts(with: start.utf8) else { return output.append(text: reference) }
    output.append(text: start)
    var name = String(reference.dropFirst(start.count))
    name.withUTF8 { AndroidName.append(resourceFor: $0, to: &output) }
  }

  /// Appends a text as a `plurals` element.
  private mutating func appendPlurals(
    _ entry: Entry, selectedBy argument: Int, into output: inout [UInt8]
  ) {
    startTag("plurals", entry, into: &output)
    output.append(">\n")
    var java = JavaPlural(argument)
    // Java requires numbered arguments. The original spelling determines whether they are numbered
    // in the file.
    for (numbered, written) in zip(forms(of: entry.numbered), forms(of: entry.message)) {
      let pieces =
        switch dialect {
        case .android: java.pieces(of: numbered.message, written: written.message)
        case .compose: ComposePieces.pieces(of: numbered.message, pluralArgument: argument)
        }
      output.append("        <item quantity=\"")
      output.append(text: numbered.category.rawValue)
      output.append("\">")
      append(pieces ?? [], of: entry, into: &output)
      output.append("</item>\n")
    }
    output.append("    </plurals>\n")
  }

  /// Returns the forms of a plural in the language, or the message itself as the `other` form.
  func forms(of message: Message) -> [(category: PluralCategory, message: Message)] {
    guard case .plural(let plural)? = message.asOnePlural?.kind,
      let forms = PluralForms(plural, in: language, for: .cldr)
    else { return [(.other, message)] }
    return forms.forms
  }

  /// Appends the start tag of a resource without the closing `>`, so that attributes may follow.
  private func startTag(_ element: StaticString, _ entry: Entry, into output: inout [UInt8]) {
    output.append("    <")
    output.append(element)
    output.append(" name=\"")
    entry.text.withKey { AndroidName.append(resourceFor: $0, to: &output) }
    output.append("\"")
    if !entry.annotations.isTranslatable { output.append(" translatable=\"false\"") }
  }

  /// Returns the pieces of a text that is not a `plurals` resource.
  private mutating func pieces(of entry: Entry) -> [JavaPiece] {
    if entry.outline.hasBranches { return [.text(icuText(of: entry))] }
    if let text = entry.message.plainText { return text.isEmpty ? [] : [.text(text)] }
    if dialect == .compose { return ComposePieces.pieces(keepingOthersIn: entry.message) }
    var pieces: [JavaPiece] = []
    entry.message.forEachPiece(.java, numbered: true) { text in
      pieces.append(.text(text))
    } placeholder: { placeholder in
      pieces.append(.conversion(String(decoding: placeholder, as: UTF8.self)))
    }
    return pieces
  }

  /// Returns the text for `android.icu.text.MessageFormat`. A value without branches is also
  /// spelled in ICU syntax, so that the app can treat all languages alike.
  private mutating func icuText(of entry: Entry) -> String {
    losses.append(entry.message.hasSelect ? .select : .plural)
    // A message that cannot be spelled this way is rejected before it is passed to the writer.
    return entry.numbered.spelled(.androidMessage) ?? ""
  }

  /// Returns whether a text without placeholders would be read back as a text with placeholders.
  private func wouldGainPlaceholders(_ text: String) -> Bool {
    let message = Message.parse(text, backslash: .literal).message
    return message.hasPlaceholders && !message.hasBranches
  }

  /// Returns whether the resource compiler would conclude that a text has several arguments.
  private func looksFormatted(_ text: String) -> Bool {
    var percents = 0
    for byte in text.utf8 where byte == UInt8(ascii: "%") { percents += 1 }
    return percents > 1
  }
}

extension Message {
  /// Whether the message or one of its branches contains a select.
  fileprivate var hasSelect: Bool {
    elements.contains { element in
      guard case .argument(let argument) = element else { return false }
      if case .select = argument.kind { return true }
      return argument.branches.contains(where: \.hasSelect)
    }
  }
}
