import TremaConfigValues
import TremaSupport

extension ConfigRow {
  /// The URLs and hosts in its values, also in arrays; each once, though several environments have
  /// it.
  func readURLs() -> [URLText] {
    var urls: [URLText] = []
    for (column, cell) in cells.enumerated() {
      guard let value = cell?.value else { continue }
      switch value.content {
      case .string, .array: Self.collect(value, path, contract, column, &urls)
      default: break
      }
    }
    return urls
  }

  private static func collect(
    _ value: ConfigValue, _ path: ConfigKeyPath, _ contract: ConfigContract?, _ column: Int,
    _ urls: inout [URLText]
  ) {
    switch value.content {
    case .string(let text):
      let known = urls.indices.first { urls[$0].isThe(text, at: value.place, path) }
      if let known {
        urls[known].columns.append(column)
      } else if let reading = URLText.Reading(text, under: path.lastKey ?? "", contract) {
        urls.append(URLText(text, reading, path, at: value.place, contract, column: column))
      }
    case .array(let values):
      for (index, value) in values.enumerated() {
        collect(value, path.appending(index), contract?.items, column, &urls)
      }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        collect(entry.value, path.appending(entry.key), contract?[entry.key], column, &urls)
      }
    default: break
    }
  }
}
