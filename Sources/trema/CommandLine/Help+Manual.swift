/// The manual page `trema(1)`, in the macros of man(7).
extension Help {
  /// Returns the manual page.
  ///
  /// - Parameter date: The date in the page's footer, in ISO 8601. It is a parameter because output
  ///   contains no dates of its own.
  static func manual(date: String) -> String {
    var page = """
      .TH TREMA 1 "\(date)" "trema \(Trema.version)" "User Commands"
      .ad l
      .SH NAME
      trema \\- check and convert the texts and configurations of iOS and Android apps
      .SH SYNOPSIS
      .B trema
      .I command
      .RI [ option ...]
      .RI [ argument ...]
      .SH DESCRIPTION
      Options follow the GNU conventions: \\fB\\-\\-name=value\\fR or
      \\fB\\-\\-name value\\fR, \\fB\\-o FILE\\fR,
      \\fB\\-\\-\\fR before arguments that look like options, no abbreviations.
      \\fB\\-\\fR is standard input or output where a single file is expected.
      .SH COMMANDS

      """
    for command in CommandTable.all {
      page += ".SS \(roff(usage(of: command)))\n\(filled(sentence(command.summary)))\n"
      for paragraph in paragraphs(command.discussion) { page += ".PP\n\(filled(paragraph))\n" }
      for option in command.options {
        page += ".TP\n.B \(breakable(spelling(option)))\n\(filled(sentence(option.help)))\n"
      }
    }
    page += """
      .SH FILES
      .TP
      .I trema.json
      The project file: catalogues, languages, outputs and the severities of checks.
      .SH EXIT STATUS

      """
    for (status, meaning) in exitStatuses { page += ".TP\n.B \(status)\n\(filled(meaning))\n" }
    return page
  }

  /// The meaning of each exit status.
  private static let exitStatuses = [
    (0, "No finding at or above --fail-on."),
    (1, "Findings at or above it; with --check, a file would change."),
    (2, "The command line is invalid."),
    (3, "An input cannot be read: no such file, not XML, an invalid trema.json, a limit."),
    (4, "An output cannot be written."),
  ]

  /// Returns a summary of the command table as a sentence: with a capital letter and a full stop.
  private static func sentence(_ summary: String) -> String {
    guard let first = summary.first else { return summary }
    return first.uppercased() + summary.dropFirst() + (summary.hasSuffix(".") ? "" : ".")
  }

  /// Returns the paragraphs of a text that has blank lines between them.
  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "").map { $0.joined(separator: "\n") }
  }

  /// Returns a text as lines of at most 80 bytes, escaped for roff.
  private static func filled(_ text: String) -> String {
    var (result, lineLength) = ("", 0)
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let word = roff(word)
      if lineLength > 0 {
        let fits = lineLength + 1 + word.utf8.count <= 80
        result += fits ? " " : "\n"
        lineLength = fits ? lineLength + 1 : 0
      }
      result += word
      lineLength += word.utf8.count
    }
    return result
  }

  /// Returns a text for roff. Escapes backslashes, hyphens that must not become typographic ones,
  /// quotation marks, characters outside ASCII, and a full stop that would start a request.
  private static func roff(_ text: some StringProtocol) -> String {
    var result = text.hasPrefix(".") ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let code = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)]"
      }
    }
    return result
  }

  /// Returns the spelling of an option for roff, which may break a long list after each word.
  private static func breakable(_ spelling: String) -> String {
    roff(spelling).split(separator: ",").joined(separator: ",\\:")
      .split(separator: "|").joined(separator: "|\\:")
  }
}
