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
    if master == nil { return }
    let hosts = Set(Self.addresses(of: prose).map(\.host))
    let missing = text.masterAddresses.first { !hosts.contains($0.host) }?.text
    guard let missing else { return }
    findings.report(
      Self.rule, "'\(prose.value.language)' does not have the address '\(missing)' of the master",
      of: prose, in: text, hint: "copy it from the master")
  }

  struct Address {
    fileprivate let text: String
    fileprivate let host: String

    fileprivate init(_ text: String) {
      self.text = text
      host = String(text.lowercased().split(separator: "@").last ?? "")
    }
  }

  static func addresses(of prose: Prose) -> [Address] {
    prose.readings.flatMap { reading in
      let hidden = reading.map { $0 == UInt8(ascii: "<") ? 0x20 : $0 }
      return TechnicalPart.all(in: hidden).compactMap { place -> Address? in
        guard case .email = place.part else { return nil }
        return Address(String(decoding: reading[place.range], as: UTF8.self))
      }
    }
  }
}
