/// A writer of listings as comma-separated values, with one line per value.
///
/// See RFC 4180.
package struct ConfigMatrixCSV {
  /// Creates a writer.
  package init() {}

  /// Returns the listing in UTF-8, with CR LF line endings.
  package func report(_ listing: ConfigMatrixListing) -> [UInt8] {
    var text = "key,environment,kind,value,layer,file,line\r\n"
    for row in listing.rows {
      for (environment, cell) in zip(listing.environments, row.cells) {
        guard let cell else { continue }
        let fields = [
          row.path.description, environment, cell.kind.rawValue, cell.displayText, cell.layer,
          cell.location.name, cell.location.start.map { String($0.line) } ?? "",
        ]
        text += fields.map(Self.quoted).joined(separator: ",") + "\r\n"
      }
    }
    return Array(text.utf8)
  }

  /// Returns a field, in quotes if it contains a delimiter. Quotation marks in the field are
  /// doubled.
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
