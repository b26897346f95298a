import TremaCatalog
import TremaDiagnostics

/// Statistics for programs; `Documentation/Statistics.md` says what the members mean.
public struct StatisticsJSON {
  public init() {}

  public func report(_ statistics: CatalogStatistics) -> [UInt8] {
    var output = JSONOutput()
    output.object { output in
      Self.number("version", 1, to: &output)
      output.name("masterLanguage")
      output.string(statistics.masterLanguage)
      Self.number("texts", statistics.texts, to: &output)
      Self.number("untranslatable", statistics.untranslatable, to: &output)
      Self.number("plurals", statistics.plurals, to: &output)
      Self.number("percent", statistics.percent, to: &output)
      output.name("languages")
      output.array { output in
        for language in statistics.languages { Self.write(language, to: &output) }
      }
    }
    output.finalNewline()
    return output.bytes
  }

  private static func write(
    _ language: CatalogStatistics.Language, to output: inout JSONOutput
  ) {
    output.object { output in
      output.name("language")
      output.string(language.name)
      output.name("isMaster")
      output.literal(language.isMaster ? "true" : "false")
      number("texts", language.texts, to: &output)
      number("percent", language.percent, to: &output)
      number("translated", language.translated, to: &output)
      number("empty", language.empty, to: &output)
      number("missing", language.missing, to: &output)
      number("completePlurals", language.completePlurals, to: &output)
      write(language.present.size, to: &output)
      output.name("untranslated")
      output.object { write(language.untranslatedSize, to: &$0) }
      output.name("statuses")
      output.object { output in
        for status in Status.names {
          guard let portion = language.statuses[status] else { continue }
          output.name(status)
          output.object { output in
            number("values", portion.values, to: &output)
            write(portion.size, to: &output)
          }
        }
      }
    }
  }

  private static func write(_ size: TextSize, to output: inout JSONOutput) {
    number("words", size.words, to: &output)
    number("characters", size.characters, to: &output)
  }

  private static func number(_ name: String, _ value: Int, to output: inout JSONOutput) {
    output.name(name)
    output.literal("\(value)")
  }
}
