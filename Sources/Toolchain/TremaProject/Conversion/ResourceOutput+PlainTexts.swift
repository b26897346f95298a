import TremaCatalog
import TremaFormats
import TremaSupport

/// Plain texts, many at once.
extension ResourceOutput {
  /// Whether ``append(_:of:)`` may be called. A translation beside its original needs to be told of the
  /// whole text.
  var takesPlainTexts: Bool { isEverything && !format.isBilingual }

  /// Writes plain texts, as ``append(_:outline:)`` would do, but language by language: what is the same
  /// for all values of a file is then looked up once.
  func append(_ run: PlainTextRun, of texts: PlainTexts) throws(Diagnostic) {
    for text in run.texts { noteLosses(of: text, texts) }
    var own: [LanguageTarget?] = []
    own.reserveCapacity(run.languages.count)
    for language in run.languages { own.append(try target(texts.languages[language])) }
    // Without a file for any of the languages the others still hear of the texts.
    if let writer = own.lazy.compactMap({ $0?.writerType }).first {
      heads.fill(run, of: texts, for: writer)
    }
    // Each access to what an object has is checked.
    let heads = heads
    var reports: [(text: Int, report: LanguageTarget.Report)] = []
    for (place, target) in own.enumerated() {
      guard let target else { continue }
      var next = run.texts.startIndex
      while true {
        if target.appendPlain(run, from: &next, place: place, of: texts, heads) {
          try target.spill()
        }
        guard next < run.texts.endIndex else { break }
        let text = run.texts[next]
        try target.append(Entry(text, texts.values[text.values.lowerBound + place], of: texts))
        if let report = target.takeReport() { reports.append((next, report)) }
        next += 1
      }
    }
    if format.hearsOfMissing {
      for case let target? in targets where !own.contains(where: { $0 === target }) {
        for number in run.texts.indices {
          let text = run.texts[number]
          try target.pass(
            texts.string(text.key), TextOutline([], annotations: texts.annotations(text)))
          if let report = target.takeReport() { reports.append((number, report)) }
        }
      }
    }
    // Text by text again: the first of those that lose something is told.
    for number in run.texts.indices where !reports.isEmpty {
      let text = run.texts[number]
      for case (number, let report) in reports {
        note(report, texts.string(text.key), texts.location(text.keyPosition))
      }
    }
  }

  /// The file of a language, which is begun where all languages are wanted.
  private func target(_ spelling: String) throws(Diagnostic) -> LanguageTarget? {
    if let known = target(table.canonicalNumber(of: spelling)) { return known }
    guard wanted == nil, let tag = table.language(of: spelling).tag else { return nil }
    try add(tag, spelling: tag.description)
    return target(table.canonicalNumber(of: spelling))
  }

  /// What the format never says, of a plain text that has it.
  func noteLosses(of text: PlainText, _ texts: PlainTexts) {
    if text.hasStatus, !carried.contains(.status) { note(.status, of: text, texts) }
    if !text.context.isEmpty, !carried.contains(.context) { note(.context, of: text, texts) }
  }

  private func note(_ feature: Feature, of text: PlainText, _ texts: PlainTexts) {
    losses.note(feature, key: texts.string(text.key), at: texts.location(text.keyPosition))
  }
}
