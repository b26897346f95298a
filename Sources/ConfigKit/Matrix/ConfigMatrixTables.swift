import TremaDiagnostics

/// A matrix as a table for a page in Markdown.
public struct ConfigMatrixMarkdown {
  public init() {}

  public func report(_ listing: ConfigMatrixListing) -> [UInt8] {
    var text = Self.line(["key"] + listing.environments.map(Self.escaped))
    text += Self.line(Array(repeating: "---", count: listing.environments.count + 1))
    for row in listing.rows {
      let cells = row.cells.map { cell in
        cell.map { "\(Self.code($0.shown)) \(Self.escaped($0.origin))" } ?? "-"
      }
      text += Self.line([Self.code(row.path.description)] + cells)
    }
    return Array(text.utf8)
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// As HTML, which Markdown takes as it is, with what Markdown itself would see in it escaped too.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in TerminalText.shown(text).unicodeScalars {
      switch scalar {
      case "&", "<", ">", "|", "`", "*", "_", "\\", "[", "]", "~", "$", "@", "#":
        escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// A matrix as comma-separated values, a line for each value.
///
/// Source: RFC 4180.
public struct ConfigMatrixCSV {
  public init() {}

  public func report(_ listing: ConfigMatrixListing) -> [UInt8] {
    var text = "key,environment,kind,value,layer,file,line\r\n"
    for row in listing.rows {
      for (environment, cell) in zip(listing.environments, row.cells) {
        guard let cell else { continue }
        let fields = [
          row.path.description, environment, cell.kind.rawValue, cell.shown, cell.layer,
          cell.place.name, cell.place.start.map { String($0.line) } ?? "",
        ]
        text += fields.map(Self.quoted).joined(separator: ",") + "\r\n"
      }
    }
    return Array(text.utf8)
  }

  private static func quoted(_ field: String) -> String {
    let special = Array(",\"\r\n".utf8)
    guard field.utf8.contains(where: special.contains) else { return field }
    var quoted = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}

/// A matrix for programs. A secret has `redacted` in place of a value; what
/// JSON has no form for, and arrays, are text.
public struct ConfigMatrixJSON {
  public init() {}

  public func report(_ listing: ConfigMatrixListing) -> [UInt8] {
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
