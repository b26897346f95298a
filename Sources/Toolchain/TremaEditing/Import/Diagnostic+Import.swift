import TremaCatalog
import TremaFormats
import TremaSupport

extension Diagnostic {
  // MARK: Conflicts

  /// Returns the conflict for a text that the catalog does not have.
  static func addition(of text: Text, _ source: ImportedFile) -> Diagnostic {
    conflict(
      "\(source.cell(text.keyPosition))the catalogue has no text '\(text.key.shortened)'",
      at: source.location(text), hint: "add it with --accept addition", text.key)
  }

  /// Returns the conflict for a value in a language that the text does not have.
  static func addition(of value: Value, in text: Text, _ source: ImportedFile) -> Diagnostic {
    conflict(
      "\(source.cell(value.textPosition))'\(text.key.shortened)' in '\(value.language)' is "
        + "'\(excerpt(value.source))' here, but the catalogue has no value",
      at: source.location(value, in: text),
      hint: source.isMaster(value)
        ? "add it with --accept addition"
        : "add it with --accept addition, or with --accept language-addition without new texts",
      text.key, value.language)
  }

  /// Returns the conflict for a value or a status that differs in the catalog.
  ///
  /// - Parameters:
  ///   - change: The change of the value.
  ///   - kind: The kind of the change.
  ///   - decision: The decision of the status matrix.
  static func conflict(
    _ change: ValueChange, _ kind: ImportChange, _ decision: ImportDecision
  ) -> Diagnostic {
    let (value, existing, text, old) = (
      change.value, change.existing, change.text, change.existingText
    )
    let name =
      kind == .masterChange && change.source.hasReferenceMaster
      ? "the master text of '\(text.key.shortened)'"
      : "'\(text.key.shortened)' in '\(value.language)'"
    let location = old.location(existing.textPosition, of: existing)
    let origin =
      change.isImported
      ? "'\(location.file)', which was imported first" : "the catalogue, which keeps its value"
    let message: String
    if change.isTextChanged {
      let isProtected = change.source.isReturned && [.verified, .special].contains(existing.status)
      message =
        "\(name) is '\(excerpt(value.source))'\(status(of: change)) here and "
        + "'\(excerpt(existing.source))'\(isProtected ? ", \(existing.status.phrase)," : "") in "
        + "\(origin)"
    } else {
      message =
        "'\(text.key.shortened)' in '\(value.language)' is \(value.status.phrase) here and "
        + "\(existing.status.phrase) in the catalogue, which keeps its status"
    }
    var conflict = conflict(
      change.source.cell(value.textPosition) + message,
      at: change.source.location(value, in: text), hint: hint(change, kind, decision), text.key,
      value.language)
    conflict.related = [
      Related(
        change.isImported
          ? "the value imported first is here"
          : "the catalogue's value is "
            + "here", at: location)
    ]
    return conflict
  }

  /// Returns the words for the status of a changed value, or empty if the status is unchanged or
  /// the usual status.
  private static func status(of change: ValueChange) -> String {
    guard let status = change.status else { return "" }
    if case .undefined = status, change.existing.status.equalsExactly(status) { return "" }
    switch status {
    case .undefined, .special: return ", \(status.phrase),"
    case .initial where change.existing.status != .initial: return ", \(status.phrase),"
    case .initial, .translated, .verified: return ""
    }
  }

  /// Returns the hint of a conflict: the option that accepts it, or the remedy if no option does.
  private static func hint(
    _ change: ValueChange, _ kind: ImportChange, _ decision: ImportDecision
  ) -> String {
    if decision == .refused {
      guard case .undefined? = change.status else {
        return change.existing.status == .special
          ? "change special values only in the catalogue"
          : "set the status 'special' only in the catalogue"
      }
      return "use one of 'initial', 'translated', 'verified', 'special'"
    }
    if !change.source.isReturned, change.isTextChanged {
      return change.isImported
        ? "change one of them, or import them into separate catalogues"
        : "change one of them, or remove the value from the catalogue and import again"
    }
    if kind == .masterChange, change.source.hasReferenceMaster {
      return "check the translation, and use this text with --accept master"
    }
    let (description, group) =
      change.isTextChanged ? ("this value", kind.group ?? .value) : ("this status", .status)
    return "use \(description) with --accept \(group.rawValue)"
  }

  /// Creates a conflict.
  private static func conflict(
    _ message: String, at location: SourceLocation, hint: String, _ key: String,
    _ language: String? = nil
  ) -> Diagnostic {
    var conflict = Diagnostic(
      .error, "import-conflict", message, at: location, hint: hint,
      subject: [key, language].compactMap(\.self).joined(separator: " "))
    conflict.key = key
    conflict.language = language
    return conflict
  }

  // MARK: What is kept

  /// Returns the note for tags or platforms that differ in the catalog.
  ///
  /// - Parameters:
  ///   - name: The plural name of the annotation's items.
  ///   - new: The list in the file.
  ///   - old: The list in the catalog. An empty list means all.
  static func keptList(
    _ name: String, _ new: String, _ old: String, of text: Text, in existing: Text,
    _ source: ImportedFile
  ) -> Diagnostic {
    var note = Diagnostic(
      .note, "kept-context",
      "\(source.cell(text.keyPosition))the \(name) of '\(text.key.shortened)' are '\(excerpt(new))' "
        + "here and \(old.isEmpty ? "not restricted" : "'\(excerpt(old))'") in the catalogue, "
        + "which keeps its \(name)",
      at: source.location(text), hint: "change the \(name) in the catalogue",
      subject: "\(text.key) \(name)")
    note.related = [
      Related("the catalogue's text is here", at: existing.location(existing.keyPosition))
    ]
    note.key = text.key
    return note
  }

  // MARK: What is refused

  /// Returns the error for a value whose arguments do not match the original's arguments.
  static func argumentMismatch(
    _ value: Value, in text: Text, _ problem: String, _ master: Value, _ source: ImportedFile
  ) -> Diagnostic {
    refusal(
      "placeholder-mismatch",
      "the '\(value.language)' value of '\(text.key.shortened)' was rejected: \(problem)",
      value, in: text, source,
      hint: (value.message.hasBranches
        ? "do not translate names and keywords"
        : "number placeholders to change their order")
        + "; the original is '\(excerpt(master.source))'")
  }

  /// Returns the error for a value that is not a valid message.
  static func invalidMessage(
    _ value: Value, in text: Text, _ reason: String, _ source: ImportedFile
  ) -> Diagnostic {
    refusal(
      "invalid-message",
      "the '\(value.language)' value of '\(text.key.shortened)' was rejected because it is not a "
        + "valid message: \(reason)",
      value, in: text, source,
      hint: "keep braces, commas and the words plural, select and other as they were")
  }

  /// Creates the error for a value that is never imported.
  private static func refusal(
    _ code: String, _ message: String, _ value: Value, in text: Text, _ source: ImportedFile,
    hint: String
  ) -> Diagnostic {
    var refusal = Diagnostic(
      .error, code, source.cell(value.textPosition) + message,
      at: source.location(value, in: text), hint: hint, subject: "\(text.key) \(value.language)")
    refusal.key = text.key
    refusal.language = value.language
    return refusal
  }

  /// Returns the first 40 characters of a source.
  private static func excerpt(_ source: String) -> String {
    source.count <= 40 ? source : "\(source.prefix(40))…"
  }
}
