import TremaConfigValues
import TremaDiagnostics
import TremaJSON

/// A matrix for programs. A secret has `redacted` in place of a value; what
/// JSON has no form for, and arrays, are text.
package struct ConfigMatrixJSON {
  package init() {}

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

  private static func write(_ cell: ConfigMatrixListing.Cell, to output: inout JSONOutput) {
    output.object { output in
      output.member("kind", cell.kind.rawValue)
      if let value = cell.value {
        output.name("value")
        write(value, cell.shown, to: &output)
      } else {
        output.name("redacted")
        output.literal("true")
      }
      output.member("layer", cell.layer)
      if let start = cell.place.start {
        output.member("file", cell.place.name)
        output.member("line", start.line)
        output.member("column", start.column)
      }
    }
  }

  private static func write(
    _ value: ConfigValue, _ shown: String, to output: inout JSONOutput
  ) {
    switch value.content {
    case .string(let text): output.string(text)
    case .date(let date): output.string(date.description)
    case .integer, .boolean, .null: output.literal(shown)
    case .real(let number):
      // JSON has no word for infinity.
      number.isFinite ? output.literal(shown) : output.string(shown)
    // What is inside may be a secret: it is shown as it is in the other tables.
    case .array, .dictionary, .data: output.string(shown)
    }
  }
}
