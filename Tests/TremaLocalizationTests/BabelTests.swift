import Foundation
import Testing
import TremaMessages

@testable import TremaLocalization

/// Babel reads CLDR data directly, while we use Foundation, which uses ICU.
@Suite struct BabelTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Runs `script`, which prints a line for each locale of Babel, its fields separated by tabs.
  private func ask(_ script: String) throws -> [[String]] {
    let python = Process()
    python.executableURL = Self.root.appending(path: ".venv/bin/python")
    python.arguments = ["-X", "utf8", "-c", script]
    let output = Pipe()
    python.standardOutput = output
    try #require(
      FileManager.default.isExecutableFile(atPath: python.executableURL?.path ?? ""),
      "there is no .venv: run make setup")
    try python.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
    let lines = String(decoding: answer, as: UTF8.self).split(separator: "\n")
    #expect(lines.count > 900)
    return lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static let head = """
    from babel import Locale, localedata, numbers
    locales = [(name, Locale.parse(name)) for name in sorted(localedata.locale_identifiers())]
    """

  @Test func `whole numbers have Babel's categories`() throws {
    let lines = try ask(
      Self.head + """

        for name, locale in locales:
          numbers = list(range(201)) + [1000000]
          print(name, " ".join(locale.plural_form(n) for n in numbers),
                " ".join(locale.ordinal_form(n) for n in numbers), sep="\\t")
        """)
    var differing: Set<String> = []
    for fields in lines {
      let tag = try #require(LanguageTag(fields[0]))
      for (kind, column) in [(PluralKind.cardinal, 1), (.ordinal, 2)] {
        let rules = PluralRules(tag, kind)
        let ours = (Array(0...200) + [1_000_000]).map {
          rules.category(of: PluralOperands($0)).rawValue
        }
        if ours.joined(separator: " ") != fields[column] {
          differing.insert("\(tag) \(kind)")
        }
      }
    }
    let names = differing.filter { !Self.inherited.contains($0) }
      .map { $0.replacing(/-[A-Za-z-]*/, with: "") }
    #expect(Set(names) == Self.newer)
    #expect(Self.inherited.isSubset(of: differing))
  }

  /// Rules that differ between our CLDR 48 and Babel's CLDR 47: Sicilian counts 80 to 89 and 800 to
  /// 899 as `many` now, and not 80 and 800 alone.
  private static let newer: Set<String> = [
    "cv cardinal", "ie cardinal", "kok cardinal", "kok ordinal", "scn ordinal",
  ]

  /// Babel also takes plurals from the parent locales: Haitian counts as French there and these as
  /// `pt-PT`. ICU and the platforms do not; see ``PluralRules``.
  private static let inherited = Set(
    ["ht cardinal", "ht ordinal", "ht-HT cardinal", "ht-HT ordinal"]
      + ["AO", "CH", "CV", "GQ", "GW", "LU", "MO", "MZ", "ST", "TL"].map { "pt-\($0) cardinal" })

  // Each Apple system has its own ICU.
  #if os(Linux)
    @Test func `whole numbers are grouped as in Babel`() throws {
      let lines = try ask(
        Self.head + """

          for name, locale in locales:
            shown = [numbers.format_decimal(n, locale=locale, numbering_system="default")
                     for n in (0, 999, 1234567)]
            print(name, *shown, sep="\\t")
          """)
      let known = Set(Locale.availableIdentifiers.compactMap { LanguageTag($0) })
      var differing: Set<String> = []
      for fields in lines {
        let tag = try #require(LanguageTag(fields[0]))
        guard known.contains(tag) else { continue }
        let locale = TextLocale.messageLocale(for: tag, wanted: [])
        let ours = [0, 999, 1_234_567].map {
          Self.ascii(locale.number(.integer($0), .standard))
        }
        if ours != Array(fields.dropFirst()) { differing.insert("\(tag)") }
      }
      let unexpected = differing.filter { tag in
        !Self.otherGroups.contains { tag == $0 || tag.hasPrefix($0 + "-") }
      }
      #expect(unexpected == [])
    }

    /// The languages whose groups Babel 2.18 (CLDR 47) and Foundation (ICU 76, CLDR 46) write
    /// differently. Babel has the signs of the root locale for most of these.
    private static let otherGroups: Set<String> = [
      "az-Cyrl", "dv", "en-CH", "en-PL", "es-CR", "ff-Adlm", "fr-MA", "fur", "gez", "kn", "ksh",
      "lmo", "nds", "oc", "os", "prg", "szl", "ur", "vmw", "wae", "wal",
    ]

    /// Babel writes every language with ASCII digits.
    private static func ascii(_ text: String) -> String {
      var result = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        let properties = scalar.properties
        if properties.numericType == .decimal, let digit = properties.numericValue {
          result.append(Unicode.Scalar(UInt8(48 + Int(digit))))
        } else {
          result.append(scalar)
        }
      }
      return String(result)
    }
  #endif
}
