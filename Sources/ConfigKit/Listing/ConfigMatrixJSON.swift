import TremaConfigValues
import TremaDiagnostics
import TremaJSON

/// A writer of listings as JSON. A secret has a `redacted` member instead of a value. Arrays and
/// values that JSON cannot represent are written as strings.
package struct ConfigMatrixJSON {
  /// Creates a writer.
  package init() {}

  /// Returns the listing as a UTF-8 JSON document that ends with a line feed.
  package func report(_ listing: ConfigMatrixListing) -> [UInt8] {
    var output = JSONOutput()
    output.object { output in
      output.name("version")
      output.literal("1")
      output.member("environments", listing.environments)
      output.name("rows")
      output.array { output in
        for row in listing.rows {
          output.object { output in
            output.member("key", row.path.description)
            output.name("values")
            output.object { output in
              for (environment, cell) in zip(listing.environments, row.cells) {
                // No member is written for an environment without the key.
                guard let cell else { continue }
                output.name(environment)
                Self.write(cell, to: &output)
              }
            }
          }
        }
      }
    }
    output.finalNewline()
    return output.bytes
  }

  /// Writes a value and its origin.
  private static func write(_ cell: ConfigMatrixListing.Cell, to output: inout JSONOutput) {
    output.object { output in
      output.member("kind", cell.kind.rawValue)
      if let value = cell.value {
        output.name("value")
        write(value, cell.displayText, to: &output)
      } else {
        output.name("redacted")
        // The `redacted` member distinguishes a secret from a missing value.
        output.literal("true")
      }
      output.member("layer", cell.layer)
      // Values from variables and options have no file.
      if let start = cell.location.start {
        output.member("file", cell.location.name)
        output.member("line", start.line)
        output.member("column", start.column)
      }
    }
  }

  /// Writes a value that is not a secret.
  private static func write(
    _ value: ConfigValue, _ shown: String, to output: inout JSONOutput
  ) {
    switch value.content {
    case .string(let text): output.string(text)
    case .date(let date): output.string(date.description)
    case .integer, .boolean, .null: output.literal(shown)
    case .real(let number):
      // JSON has no infinity.
      number.isFinite ? output.literal(shown) : output.string(shown)
    // A part of these values may be secret, so they are written as redacted strings.
    case .array, .dictionary, .data: output.string(shown)
    }
  }
}
