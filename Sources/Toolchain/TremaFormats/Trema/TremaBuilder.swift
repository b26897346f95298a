import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport
import TremaXML

/// Fills a ``TextBatch`` from a trema file's XML events, which ``TremaHandler`` forwards to it.
///
/// It's a struct for performance: every access to a property of a class would be checked for
/// exclusivity, whereas the handler accesses the struct once per event.
struct TremaBuilder {
  /// The current position in the structure of the file.
  enum State {
    case beforeRoot, root, text, context, value, afterRoot
    /// Inside an unknown element, whose source is kept as a whole.
    case unknown
  }

  /// An unknown element and the offset of its start tag.
  struct OpenElement {
    var name = ""
    var start = 0
    @Position var position: SourcePosition
  }

  /// The path to print in diagnostics.
  let file: String
  var state = State.beforeRoot
  /// Whether unknown elements and comments are kept.
  let keepsElements: Bool
  /// The open unknown element, if it is kept.
  var unknown = OpenElement()
  /// Whether the unknown element is a child of a text.
  var isUnknownInText = false
  /// The number of open elements inside the current value, context or unknown element.
  var depth = 0
  /// The current text.
  var textBuilder = TextBuilder()
  /// The offset of the current content.
  var contentStart = 0
  /// The comments and unknown elements since the last element.
  var trivia: [Trivia] = []
  /// The finished texts.
  let batch: TextBatch
  /// The findings since ``takeDiagnostics()``.
  var diagnostics: [Diagnostic] = []
  /// The limit for the findings of each kind.
  var limit: FindingLimit
  /// Whether stray text has been reported since the last tag, because text may be passed in
  /// multiple pieces.
  var hasReportedStrayText = false
  /// The part before the first text, or `nil` before the start tag of the root.
  var header: CatalogHeader?
  /// The part after the last text.
  var footer = CatalogFooter()
  /// The location of the document type declaration, if there is one.
  var documentTypeLocation: SourceLocation?

  init(file: String, options: TremaDecoder.Options) {
    self.file = file
    keepsElements = options.keepsElements
    limit = FindingLimit(options.maxFindings)
    batch = TextBatch(file: file, backslash: options.backslash)
  }

  /// Returns and clears the findings since the last call.
  mutating func takeDiagnostics() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    defer { diagnostics = [] }
    return diagnostics
  }

  /// Returns and clears summaries of the findings that exceed the limit.
  mutating func takeOmittedSummary() -> [Diagnostic] { limit.takeOmittedSummary() }

  func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  /// Reports a part that the schema does not define. The message is evaluated only if the finding
  /// is kept.
  mutating func reportUnexpected(
    _ message: @autoclosure () -> String, at position: SourcePosition, hint: String? = nil
  ) {
    guard limit.admits(.warning, "schema", in: file, at: position) else { return }
    let message = message()
    diagnostics.append(
      Diagnostic(
        .warning, "schema", message, at: location(position), hint: hint,
        subject: textBuilder.key + " " + message))
  }

  /// Returns and clears the comments and unknown elements since the last element.
  mutating func takeTrivia() -> [Trivia] {
    if trivia.isEmpty { return [] }
    defer { trivia.removeAll() }
    return trivia
  }

  func unreadableCatalog(
    _ code: String, _ message: String, at position: SourcePosition, hint: String
  ) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: location(position), hint: hint, kind: .unreadable)
  }
}
