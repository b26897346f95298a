import TremaSupport

/// A reporter that writes the findings and the catalogue as a self-contained HTML page.
///
/// The page loads nothing from the network or from other files. The findings and the texts are
/// contained once, as HTML inside of `noscript`. A browser without scripts shows all of them. With
/// scripts, `noscript` is plain text at first; the script parses it outside of the page and shows
/// the items that match the filters, a hundred at a time. Thus a catalogue of ten thousand texts is
/// as responsive as one of ten.
struct HTMLReporter: Reporter {
  let material: ReportMaterial

  func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    let ordered = diagnostics.inReadingOrder()
    // The most severe findings are shown first; within a severity the order of a report is kept.
    let diagnostics = Severity.allCases.reversed().flatMap { severity in
      ordered.filter { $0.severity == severity }
    }
    var page = HTMLText()
    page.raw(Self.head)
    page.raw("<header>\n<h1>Texts and findings</h1>\n")
    page.raw(summary(diagnostics))
    page.raw("<nav aria-label=\"Sections\">")
    page.raw("<a href=\"#findings\">Findings</a>")
    if material.catalogue != nil {
      page.raw(" <a href=\"#coverage\">Coverage</a> <a href=\"#catalogue\">Texts</a>")
    }
    page.raw("</nav>\n</header>\n<main>\n")
    HTMLFindings(
      diagnostics: diagnostics, rules: material.rules,
      texts: material.catalogue.map(FindingTexts.init)
    ).write(to: &page)
    if let catalogue = material.catalogue {
      HTMLCoverage(catalogue: catalogue).write(to: &page)
      HTMLTexts(catalogue: catalogue).write(to: &page)
    }
    page.raw("</main>\n<footer>Made by trema")
    if !material.version.isEmpty { page.text(" " + material.version) }
    page.raw("</footer>\n<script>\(HTMLPage.script)</script>\n</body>\n</html>\n")
    return page.bytes
  }

  /// The head of the page. Its content security policy forbids everything but the style and the
  /// script of this page.
  private static var head: String {
    """
    <!DOCTYPE html>
    <html lang="en" dir="ltr">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src '\(HTMLPage.styleDigest)'; script-src '\(HTMLPage.scriptDigest)'; \
    base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Texts and findings</title>
    <style>\(HTMLPage.style)</style>
    </head>
    <body>

    """
  }

  /// Returns the list of the numbers of findings and texts. Numbers that are optional are left out
  /// if they are zero.
  private func summary(_ diagnostics: [Diagnostic]) -> String {
    let tally = Tally(diagnostics)
    var counts: [(String, Int, String)] = [
      ("error", tally.errors, tally.errors == 1 ? "error" : "errors"),
      ("warning", tally.warnings, tally.warnings == 1 ? "warning" : "warnings"),
      ("note", tally.notes, tally.notes == 1 ? "note" : "notes"),
    ]
    if tally.omitted > 0 { counts.append(("omitted", tally.omitted, "not shown")) }
    if material.muted > 0 { counts.append(("muted", material.muted, "muted")) }
    if material.excused > 0 { counts.append(("excused", material.excused, "excused")) }
    if let rows = material.catalogue?.rows.count {
      counts.append(("texts", rows, rows == 1 ? "text" : "texts"))
    }
    let items = counts.map { kind, count, word in
      "<li class=\"\(kind)\"><b>\(count)</b> \(word)</li>"
    }
    return "<ul class=\"summary\">\(items.joined())</ul>\n"
  }
}
