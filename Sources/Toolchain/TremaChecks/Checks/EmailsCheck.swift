import TremaCatalog
import TremaDiagnostics

/// A check for email addresses of the master that a translation does not contain.
struct EmailsCheck: ProseCheck {
  static let rule = Rule(
    .warning, "emails", "An e-mail address of the master is missing or misspelled.",
    stage: .review,
    why: "Mail to a wrong address never arrives. A different mailbox at the same host is accepted, "
      + "because a language may have its own. Example addresses, such as name@example.com, may be "
      + "translated.",
    example: """
      <value lang="en">Write to help@example.com</value>
      <value lang="de">Schreib an help@example.con</value>
      """,
    fix: "Copy the address from the master.")

  static let relevantFlags: TextFlags = .at

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master,
      let missing = Self.addresses(of: prose).firstMissing(of: text.masterAddresses)
    else { return }
    findings.report(
      Self.rule,
      "the '\(prose.value.language)' value lacks the master's address "
        + "'\(missing.text(in: master))'",
      of: prose, in: text, hint: "copy it from the master")
  }

  /// Returns the email addresses that a value shows, in order, with their hosts in lowercase.
  static func addresses(of prose: Prose) -> [HostedAddress] {
    HostedAddress.all(in: prose, .email) { reading, range in
      let atSign = range.first { reading[$0] == UInt8(ascii: "@") } ?? range.lowerBound
      return String(lowercasingASCII: reading, atSign + 1..<range.upperBound)
    }
  }
}
