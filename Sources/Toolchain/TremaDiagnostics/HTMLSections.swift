import TremaSupport

/// The section that shows the translated share of each language as a bar and as numbers.
struct HTMLCoverage {
  let catalog: ReportedCatalog

  /// Appends the section to a page.
  func write(to page: inout HTMLText) {
    page.raw("<section id=\"coverage\" aria-labelledby=\"coverage-title\">\n")
    page.raw("<h2 id=\"coverage-title\">Coverage</h2>\n<ul class=\"languages\">\n")
    let missing = missingCounts()
    for language in catalog.shownLanguages {
      let counts = catalog.counts[language] ?? [:]
      var parts = catalog.statuses.enumerated().map { index, status in
        Part(style: "s\(index)", name: status, count: counts[status] ?? 0)
      }
      parts.append(Part(style: "missing", name: "missing", count: missing[language] ?? 0))
      write(language, parts.filter { $0.count > 0 }, to: &page)
    }
    page.raw("</ul>\n</section>\n")
  }

  /// A part of a language's bar: the values with one status, or the missing values.
  private struct Part {
    var style: String
    var name: String
    var count: Int
  }

  /// Returns the number of missing values in each language.
  private func missingCounts() -> [String: Int] {
    var counts: [String: Int] = [:]
    for row in catalog.rows {
      for language in catalog.missing(in: row) { counts[language, default: 0] += 1 }
    }
    return counts
  }

  /// Appends the bar and the legend of one language.
  ///
  /// - Parameters:
  ///   - language: The name of the language.
  ///   - parts: The nonempty parts, in the order of the bar.
  ///   - page: The page to append to.
  private func write(_ language: String, _ parts: [Part], to page: inout HTMLText) {
    let total = max(1, parts.reduce(0) { $0 + $1.count })
    let done = total - (parts.first { $0.style == "missing" }?.count ?? 0)
    page.raw("<li><h3>")
    page.text(language)
    page.raw(" <small>\(parts.isEmpty ? 0 : done * 100 / total)% have a value</small></h3>\n")
    // The bar is hidden from screen readers, because the legend below contains the same numbers.
    page.raw("<svg class=\"bar\" aria-hidden=\"true\" focusable=\"false\">")
    var before = 0
    for part in parts {
      page.raw("<rect class=\"\(part.style)\" x=\"\(Self.percent(before, of: total))\"")
      page.raw(" width=\"\(Self.percent(part.count, of: total))\" height=\"100%\"/>")
      before += part.count
    }
    page.raw("</svg>\n<ul class=\"legend\">")
    for part in parts {
      page.raw("<li><svg class=\"dot\" aria-hidden=\"true\" focusable=\"false\">")
      page.raw("<rect class=\"\(part.style)\" width=\"100%\" height=\"100%\"/></svg>\(part.count) ")
      page.text(part.name)
      page.raw("</li>")
    }
    page.raw("</ul></li>\n")
  }

  /// Returns a percentage with two decimal places.
  ///
  /// The percentage is computed with integers to avoid floating-point rounding.
  private static func percent(_ count: Int, of total: Int) -> String {
    let hundredths = count * 10000 / total
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
  }
}

/// The section with the findings. Each item has attributes with the values that the filters
/// compare.
struct HTMLFindings {
  let diagnostics: [Diagnostic]
  let rules: [ReportedRule]
  /// The values that findings are about, or `nil` if there is no catalog.
  var texts: FindingTexts?

  /// Appends the section with its filters and one item per finding.
  func write(to page: inout HTMLText) {
    let codes = Set(diagnostics.map(\.code)).sorted()
    let languages = Set(diagnostics.compactMap(\.language)).sorted()
    page.section(id: "findings", title: "Findings", isEmpty: diagnostics.isEmpty) { page in
      page.choice(
        "Severity", name: "severity", any: "any", ["error", "warning", "note"])
      page.choice("Check", name: "check", any: "any", codes)
      page.choice("Language", name: "language", any: "any", languages)
      page.raw("<label>Search <input type=\"search\" name=\"find\"></label>\n")
    } items: { page in
      let rules = Dictionary(rules.map { ($0.code, $0) }) { first, _ in first }
      var texts = texts
      for diagnostic in diagnostics {
        write(diagnostic, rules[diagnostic.code], texts?.texts(of: diagnostic) ?? [], to: &page)
      }
    }
  }

  /// Appends the item of one finding.
  ///
  /// - Parameters:
  ///   - diagnostic: The finding.
  ///   - rule: The rule for the finding's code, whose summary is the code's tooltip, or `nil` if it
  ///     is unknown.
  ///   - texts: The values that the finding is about.
  ///   - page: The page to append to.
  private func write(
    _ diagnostic: Diagnostic, _ rule: ReportedRule?, _ texts: [FindingText],
    to page: inout HTMLText
  ) {
    page.raw("<li class=\"finding \(diagnostic.severity.rawValue)\"")
    page.attribute("data-severity", diagnostic.severity.rawValue)
    page.attribute("data-check", diagnostic.code)
    if let language = diagnostic.language { page.attribute("data-language", language) }
    page.raw("><p><b class=\"severity\">\(diagnostic.severity.rawValue)</b> <code")
    if let rule { page.attribute("title", rule.summary) }
    page.raw(">")
    page.text(diagnostic.code)
    page.raw("</code> <span class=\"message\">")
    page.text(diagnostic.message)
    page.raw("</span></p>")
    write(texts, to: &page)
    if let hint = diagnostic.hint {
      page.raw("<p class=\"hint\">")
      page.text(hint)
      page.raw("</p>")
    }
    if let location = diagnostic.location {
      write(location, diagnostic.key?.shortened ?? "", to: &page)
    }
    if let environments = diagnostic.listOfEnvironments {
      page.raw("<p class=\"place\">")
      page.text(environments)
      page.raw("</p>")
    }
    for related in diagnostic.related { write(related.location, related.message, to: &page) }
    page.raw("</li>\n")
  }

  /// Appends the values that a finding is about, and marks the part that it concerns.
  ///
  /// `dir="auto"` lets the browser choose the base direction of each text.
  private func write(_ texts: [FindingText], to page: inout HTMLText) {
    if texts.isEmpty { return }
    page.raw("<dl>")
    for text in texts {
      page.raw("<dt>")
      page.text(text.language)
      page.raw(" <small class=\"\(text.style)\">")
      page.text(text.status)
      page.raw("</small></dt><dd dir=\"auto\"")
      page.attribute("lang", text.language)
      page.raw(">")
      page.text(text.before)
      if let marked = text.marked {
        page.raw(marked.isEmpty ? "<mark class=\"point\">" : "<mark>")
        page.text(marked)
        page.raw("</mark>")
      }
      page.text(text.after)
      page.raw("</dd>")
    }
    page.raw("</dl>")
  }

  /// Appends a line with a location and the text that explains it.
  private func write(_ location: SourceLocation, _ description: String, to page: inout HTMLText) {
    page.raw("<p class=\"place\">")
    page.text(location.file)
    if let start = location.start { page.raw(":\(start.line):\(start.column)") }
    if !description.isEmpty { page.text(" " + description) }
    page.raw("</p>")
  }
}

/// The section with the catalog's texts. Each text is an item that contains its values.
struct HTMLTexts {
  let catalog: ReportedCatalog

  /// Appends the section with its filters and one item per text.
  func write(to page: inout HTMLText) {
    page.section(id: "catalogue", title: "Texts", isEmpty: catalog.rows.isEmpty) { page in
      page.raw("<label>Search <input type=\"search\" name=\"text\"></label>\n")
      page.choice("Language", name: "in", any: "any", catalog.shownLanguages)
      page.choice("Status", name: "status", any: "any", catalog.statuses + ["missing"])
    } items: { page in
      let styles = Dictionary(
        catalog.statuses.enumerated().map { ($1, "s\($0)") }
      ) { first, _ in first }
      for row in catalog.rows { write(row, styles, to: &page) }
    }
  }

  /// Appends the item of one text: its key, its context, its values, and an empty value for each
  /// missing language.
  private func write(
    _ row: ReportedCatalog.Row, _ styles: [String: String], to page: inout HTMLText
  ) {
    page.raw("<li class=\"text\"><h3><code>")
    page.text(row.key)
    page.raw("</code></h3>")
    if !row.context.isEmpty {
      page.raw("<p class=\"context\" dir=\"auto\">")
      page.text(row.context)
      page.raw("</p>")
    }
    page.raw("<dl>")
    for value in row.values {
      term(value.language, value.status, styles[value.status] ?? "missing", to: &page)
      page.raw("<dd dir=\"auto\"")
      page.attribute("lang", value.language)
      page.raw(">")
      page.text(value.text)
      page.raw("</dd>")
    }
    for language in catalog.missing(in: row) {
      term(language, "missing", "missing", to: &page)
      page.raw("<dd></dd>")
    }
    page.raw("</dl></li>\n")
  }

  /// Appends the term of a value. Its attributes contain the values that the filters compare.
  private func term(
    _ language: String, _ status: String, _ style: String, to page: inout HTMLText
  ) {
    page.raw("<dt")
    page.attribute("data-language", language)
    page.attribute("data-status", status)
    page.raw(">")
    page.text(language)
    page.raw(" <small class=\"\(style)\">")
    page.text(status)
    page.raw("</small></dt>")
  }
}
