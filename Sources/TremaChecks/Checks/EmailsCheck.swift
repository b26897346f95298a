import TremaCatalog
import TremaDiagnostics

/// An address of the master that the translation does not have.
struct EmailsCheck: ProseCheck {
  static let rule = Rule(
    .warning, "emails", "An e-mail address of the master is missing or misspelled.",
    stage: .review,
    why: "What readers send there never arrives. Another mailbox at the same host is right: a "
      + "language may have its own.",
    example: """
      <value lang="en">Write to help@example.com</value>
      <value lang="de">Schreib an help@example.con</value>
      """,
    fix: "Copy the address of the master.")

  static let signs: Signs = .at

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master else { return }
    let hosts = Set(Self.addresses(of: prose).map(Self.host))
    let missing = Self.addresses(of: master).first { !hosts.contains(Self.host($0)) }
    guard let missing else { return }
    findings.report(
      Self.rule, "'\(prose.value.language)' does not have the address '\(missing)' of the master",
      of: prose, in: text, hint: "copy it from the master")
  }

  private static func addresses(of prose: Prose) -> [String] {
    prose.readings.flatMap { reading in
      let hidden = reading.map { $0 == UInt8(ascii: "<") ? 0x20 : $0 }
      return TechnicalPart.all(in: hidden).compactMap { place -> String? in
        guard case .email = place.part else { return nil }
        return String(decoding: reading[place.range], as: UTF8.self)
      }
    }
  }

  private static func host(_ address: String) -> String {
    String(address.lowercased().split(separator: "@").last ?? "")
  }
}
