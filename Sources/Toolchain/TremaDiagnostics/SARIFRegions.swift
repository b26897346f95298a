import TremaJSON
import TremaSupport

/// Writes locations as SARIF regions, with columns in UTF-16 code units.
struct SARIFRegions {
  /// A range of lines and columns, all starting at 1. Columns are `nil` if the source is not
  /// available.
  struct Region {
    var startLine: Int
    var startColumn: Int?
    var endLine: Int?
    var endColumn: Int?

    func write(to output: inout JSONOutput) {
      output.object { output in
        output.member("startLine", startLine)
        output.member("startColumn", startColumn)
        output.member("endLine", endLine)
        output.member("endColumn", endColumn)
      }
    }
  }

  /// Converts columns from UTF-8 to UTF-16.
  var columns: SourceColumns

  /// Writes a physical location: the file, and the region if the location has a position.
  mutating func write(_ location: SourceLocation, to output: inout JSONOutput) {
    output.name("physicalLocation")
    output.object { output in
      Self.write(file: location.file, to: &output)
      guard let start = location.start else { return }
      output.name("region")
      let column = columns.utf16(start, in: location.file)
      var region = Region(startLine: start.line, startColumn: column)
      if let end = location.end, end > start {
        region.endLine = end.line
        region.endColumn = column == nil ? nil : columns.utf16(end, in: location.file)
      }
      region.write(to: &output)
    }
  }

  /// Returns the region that covers exactly the bytes of a location, or `nil` if its columns are
  /// not available.
  mutating func exact(_ location: SourceLocation) -> Region? {
    guard let start = location.start, let column = columns.utf16(start, in: location.file),
      let endColumn = columns.utf16(location.end ?? start, in: location.file)
    else { return nil }
    return Region(
      startLine: start.line, startColumn: column, endLine: (location.end ?? start).line,
      endColumn: endColumn)
  }

  /// Writes the URI of a file. A relative URI refers to the base `%SRCROOT%`.
  static func write(file: String, to output: inout JSONOutput) {
    output.name("artifactLocation")
    output.object { output in
      output.member("uri", ReportPath.uri(file))
      if !ReportPath.isAbsolute(file) { output.member("uriBaseId", "%SRCROOT%") }
    }
  }
}
