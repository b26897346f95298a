import TremaCatalog
import TremaDiagnostics
import TremaJSON

/// A writer of statistics as JSON; `Documentation/Statistics.md` describes the members.
package struct StatisticsJSON {
  package init() {}

  /// Returns the document.
  package func report(_ statistics: CatalogStatistics) -> [UInt8] {
    var output = JSONOutput()
    output.object { output in
      output.member("version", 1)
      output.member("masterLanguage", statistics.masterLanguage)
      output.member("texts", statistics.texts)
      output.member("untranslatable", statistics.untranslatable)
      output.member("plurals", statistics.plurals)
      output.member("percent", statistics.percent)
      output.name("languages")
      output.array { output in
        for language in statistics.languages { Self.write(language, to: &output) }
      }
    }
    output.finalNewline()
    return output.bytes
  }

  /// Writes the statistics of one language. Statuses without values are omitted.
  private static func write(
    _ language: CatalogStatistics.Language, to output: inout JSONOutput
  ) {
    output.object { output in
      output.member("language", language.name)
      output.name("isMaster")
      output.literal(language.isMaster ? "true" : "false")
      output.member("texts", language.texts)
      output.member("percent", language.percent)
      output.member("translated", language.translated)
      output.member("empty", language.empty)
      output.member("missing", language.missing)
      output.member("completePlurals", language.completePlurals)
      output.member("plurals", language.plurals)
      write(language.present.size, to: &output)
      output.name("untranslated")
      output.object { write(language.untranslatedSize, to: &$0) }
      output.name("statuses")
      output.object { output in
        for status in Status.names {
          guard let portion = language.statuses[status] else { continue }
          output.name(status)
          output.object { output in
            output.member("values", portion.values)
            write(portion.size, to: &output)
          }
        }
      }
    }
  }

  /// Writes the members of a size into the current object.
  private static func write(_ size: TextSize, to output: inout JSONOutput) {
    output.member("words", size.wordCount)
    output.member("characters", size.characterCount)
  }
}
