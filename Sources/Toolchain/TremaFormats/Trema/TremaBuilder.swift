import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport
import TremaXML

/// Builds texts from the events of a trema file, which ``TremaHandler`` passes on: what is open, what is
/// ready, and what there is to say of it. Start tags, and content with its end tags, have files of their
/// own.
///
/// A structure, so that each event has all of it at once: of an object each part would be asked for by
/// itself, whenever it is, whether somebody else is about to change it.
struct TremaBuilder {
  enum State {
    case beforeRoot, root, text, context, value, afterRoot
    /// In an element that trema does not know; its source is kept whole.
    case unknown
  }

  /// The start tag of a value; the value itself is made when its text is there.
  struct OpenValue {
    var language = ""
    var status = Status.translated
    var attributes: [Attribute] = []
    var before: [Trivia] = []
    var hasMarkup = false
    @Position var position: SourcePosition
    @Position var languagePosition: SourcePosition
    @Position var statusPosition: SourcePosition
    @Position var textPosition: SourcePosition
  }

  /// An element that trema does not know, and where its tag begins.
  struct OpenElement {
    var name = ""
    var start = 0
    @Position var position: SourcePosition
  }

  let file: String
  let backslash: BackslashRule
  var state = State.beforeRoot
  let keepsElements: Bool
  // What is open is written over by the next of its kind: to empty a place, or to take out of it what
  // is there, is to move it once more.
  /// The unknown element at hand, where it is kept.
  var unknown = OpenElement()
  /// Whether it stands in a text.
  var isUnknownInText = false
  /// Elements open inside the value, context or unknown element at hand.
  var depth = 0
  /// Without a key outside of texts.
  var text = TremaItems.noText
  var value = OpenValue()
  var context = Context("")
  var contentStart = 0
  var buffer: [UInt8] = []
  var trivia: [Trivia] = []
  var ready: TremaItems
  /// How many values the last text has.
  var usualCount = 0
  var diagnostics: [Diagnostic] = []
  var limit: FindingLimit
  var strayText = false
  /// As they are spelled.
  var languages: Set<String> = []
  var header: CatalogHeader?
  var footer = CatalogFooter()
  var typePlace: SourceLocation?

  init(file: String, options: TremaDecoder.Options) {
    self.file = file
    backslash = options.backslash
    keepsElements = options.keepsElements
    limit = FindingLimit(options.mostFindings)
    ready = TremaItems(file: file, options: options)
  }

  /// Reads texts as plain ones where the filter lets them pass.
  mutating func readPlainTexts(_ filter: PlainTextFilter) {
    ready.plainReader = PlainTextReader(filter, backslash: backslash)
  }

  mutating func letPass(_ languages: [String], master: Int?) {
    let numbers = languages.compactMap { language in
      var language = language
      return language.withUTF8 { ready.plain.language($0) }
    }
    if numbers.count == languages.count {
      ready.plainReader?.letPass(numbers, master: master)
    }
  }

  var sources: TextSources? { ready.sources }

  mutating func takeItem() -> TremaItem? { ready.take() }

  mutating func takeText() -> Text? { ready.takeText() }

  var plainTexts: PlainTexts { ready.plain }

  mutating func takeDiagnostics() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    defer { diagnostics = [] }
    return diagnostics
  }

  mutating func takeRests() -> [Diagnostic] { limit.takeRests() }

  func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  mutating func odd(
    _ message: @autoclosure () -> String, at position: SourcePosition, hint: String? = nil
  ) {
    guard limit.admits(.warning, "schema", in: file, at: position) else { return }
    let message = message()
    diagnostics.append(
      Diagnostic(
        .warning, "schema", message, at: location(position), hint: hint,
        subject: text.key + " " + message))
  }

  mutating func takeTrivia() -> [Trivia] {
    if trivia.isEmpty { return [] }
    defer { trivia.removeAll() }
    return trivia
  }

  func unreadable(
    _ code: String, _ message: String, at position: SourcePosition, hint: String
  ) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: location(position), hint: hint, kind: .unreadable)
  }

  // MARK: Whole texts

  mutating func readElements(_ scanner: inout XMLScanner, limit: Int) -> Bool? {
    guard case .root = state, trivia.isEmpty else { return false }
    let isRead = ready.read(&scanner, limit: limit, languages: languages)
    if isRead == true { strayText = false }
    return isRead
  }
}
