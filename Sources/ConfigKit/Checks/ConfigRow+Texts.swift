import TremaConfigValues
import TremaSupport

extension ConfigRow {
  /// A string in the row, or in an array in it, and the environments that read it from the same
  /// location.
  struct Text {
    /// The path of the string.
    let path: ConfigKeyPath
    /// The string.
    let text: String
    /// The location of the string.
    let location: ConfigLocation
    /// The contract of the string.
    let contract: ConfigContract?
    /// The indices of the columns, in ascending order.
    var columns: [Int]
  }

  /// Collects the strings in the row. A string that multiple environments read from the same
  /// location is returned once.
  func readTexts() -> [Text] {
    var texts: [Text] = []
    var indicesByLocation: [ConfigLocation: Int] = [:]
    for (column, cell) in cells.enumerated() {
      guard let value = cell?.value, value.kind == .string || value.kind == .array else { continue }
      Self.collect(value, path, contract, column, &texts, &indicesByLocation)
    }
    return texts
  }

  /// Adds the strings of one environment's value and its parts.
  private static func collect(
    _ value: ConfigValue, _ path: ConfigKeyPath, _ contract: ConfigContract?, _ column: Int,
    _ texts: inout [Text], _ indicesByLocation: inout [ConfigLocation: Int]
  ) {
    switch value.content {
    case .string(let text):
      // References can give multiple values the same location.
      if let known = indicesByLocation[value.location], texts[known].path == path,
        texts[known].text.equalsExactly(text)
      {
        texts[known].columns.append(column)
        return
      }
      indicesByLocation[value.location] = texts.count
      texts.append(
        Text(
          path: path, text: text, location: value.location, contract: contract, columns: [column]))
    case .array(let values):
      for (index, value) in values.enumerated() {
        collect(value, path.appending(index), contract?.items, column, &texts, &indicesByLocation)
      }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        collect(
          entry.value, path.appending(entry.key), contract?[entry.key], column, &texts,
          &indicesByLocation)
      }
    default: break
    }
  }
}

extension ConfigMatrix {
  /// Returns the columns that are production environments.
  func productions(of columns: [Int]) -> [Int] { columns.filter(productions.contains) }

  /// Returns the columns that are not production environments.
  func stages(of columns: [Int]) -> [Int] { columns.filter(stages.contains) }
}
