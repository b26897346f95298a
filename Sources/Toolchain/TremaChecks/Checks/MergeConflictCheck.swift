import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for unresolved merge conflicts, which are recorded in comments.
struct MergeConflictCheck: Check {
  static let rule = Rule(
    .error, "merge-conflict", "A merge conflict is not resolved.",
    why: "One version is in the catalogue, the other only in the comment before it: an app that is "
      + "built now contains half of the changes.",
    example: """
      <!-- trema:conflict lang="fr" base="Bonjour" theirs="Salut" -->
      <value lang="fr" status="translated">Coucou</value>
      """,
    fix: "Keep the correct version, from the value or from the comment, and remove the comment.")

  static let needs = CheckNeeds(.trivia)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    let catalogText = text.text
    examine(catalogText.leadingTrivia, in: text, into: &findings)
    if let context = catalogText.context {
      examine(context.leadingTrivia, in: text, file: context.file, into: &findings)
    }
    for value in text.values(where: { !$0.leadingTrivia.isEmpty }) {
      examine(value.leadingTrivia, in: text, value: value, file: value.file, into: &findings)
    }
    examine(catalogText.trailingTrivia, in: text, into: &findings)
  }

  /// Reports the conflicts in comments.
  ///
  /// - Parameters:
  ///   - trivia: The comments and processing instructions to search.
  ///   - value: The value that follows them, if there is one.
  ///   - file: The file, if it differs from the text's file.
  private func examine(
    _ trivia: [Trivia], in text: ExaminedText, value: Value? = nil, file: String? = nil,
    into findings: inout Findings
  ) {
    for piece in trivia {
      guard let (message, hint) = Self.messageAndHint(for: piece, key: text.text.key) else {
        continue
      }
      findings.report(
        Self.rule, message, in: text, value: value,
        at: SourceLocation(file: file ?? text.text.file, start: piece.position), hint: hint)
    }
  }

  /// Returns the message and the hint for a comment, or `nil` if it does not record a conflict.
  ///
  /// - Parameter key: The key of the text, or `nil` for a comment outside the texts.
  fileprivate static func messageAndHint(
    for piece: Trivia, key: String?
  ) -> (message: String, hint: String)? {
    switch MergeConflict.parse(piece.source) {
    case .none: nil
    case .conflict(let conflict):
      (conflict.sentence(key: key), "keep the correct version, and remove the comment")
    case .damaged:
      (
        "the comment of a merge conflict is damaged",
        "keep the correct version, and remove the comment"
      )
    }
  }
}

extension Checker {
  /// Returns findings for the conflicts that are recorded outside the texts: before the root, or
  /// after the last text.
  package static func mergeConflicts(in trivia: [Trivia], file: String) -> [Diagnostic] {
    trivia.compactMap { piece in
      guard let (message, hint) = MergeConflictCheck.messageAndHint(for: piece, key: nil) else {
        return nil
      }
      let rule = MergeConflictCheck.rule
      return Diagnostic(
        rule.severity, rule.code, message,
        at: SourceLocation(file: file, start: piece.position), hint: hint, subject: message)
    }
  }
}
