import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport
import TremaXML

/// Fills a ``TextBatch`` from the events of a trema file, which ``TremaHandler`` passes on.
///
/// A structure, so that an event accesses its state once: each property of an object would be checked
/// for exclusive access at each use.
struct TremaBuilder {
  enum State {
    case beforeRoot, root, text, context, value, afterRoot
    /// In an element that trema does not know; its source is kept whole.
    case unknown
  }

  /// An element that trema does not know, and the place of its start tag.
  struct OpenElement {
    var name = ""
    var start = 0
    @Position var position: SourcePosition
  }

  let file: String
  var state = State.beforeRoot
  let keepsElements: Bool
  /// The unknown element at hand, where it is kept.
  var unknown = OpenElement()
  /// Whether the unknown element is a child of a text.
  var isUnknownInText = false
  /// The number of elements open inside the value, context or unknown element at hand.
  var depth = 0
  /// The text at hand.
  var draft = TextDraft()
  /// The offset of the content at hand.
  var contentStart = 0
  var trivia: [Trivia] = []
  let batch: TextBatch
  var diagnostics: [Diagnostic] = []
  var limit: FindingLimit
  var strayText = false
  var header: CatalogHeader?
  var footer = CatalogFooter()
  var typePlace: SourceLocation?

  init(file: String, options: TremaDecoder.Options) {
    self.file = file
    keepsElements = options.keepsElements
    limit = FindingLimit(options.maxFindings)
    batch = TextBatch(file: file, backslash: options.backslash)
  }

  mutating func takeDiagnostics() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    defer { diagnostics = [] }
    return diagnostics
  }

  mutating func takeOmittedSummary() -> [Diagnostic] { limit.takeOmittedSummary() }

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
        subject: draft.key + " " + message))
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
}
