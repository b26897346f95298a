import ConfigKit
import Foundation
import TremaScalars

extension ConfigValue {
  /// What Foundation reads from a property list.
  ///
  /// - Returns: nil for what no configuration holds.
  init?(foundation value: Any) {
    switch value {
    case let text as String: self.init(.string(text))
    // Foundation answers `as? Bool` for the number 1 as well: what it was, its type tells.
    case let number as NSNumber: self.init(Self.content(of: number))
    case let date as Date:
      guard let timestamp = PropertyListDate(seconds: date.timeIntervalSinceReferenceDate) else {
        return nil
      }
      self.init(.date(timestamp))
    case let data as Data: self.init(.data(Array(data)))
    case let values as [Any]:
      let converted = values.compactMap(ConfigValue.init(foundation:))
      guard converted.count == values.count else { return nil }
      self.init(.array(converted))
    case let entries as [String: Any]:
      let converted = entries.compactMap { key, value in
        ConfigValue(foundation: value).map { ConfigDictionary.Entry(key, $0) }
      }
      guard converted.count == entries.count else { return nil }
      self.init(.dictionary(ConfigDictionary(converted)))
    default: return nil
    }
  }

  private static func content(of number: NSNumber) -> Content {
    switch String(cString: number.objCType) {
    case "c", "B": .boolean(number.boolValue)
    case "d", "f": .real(number.doubleValue)
    case "Q": .integer(WholeNumber(number.uint64Value))
    default: .integer(WholeNumber(number.int64Value))
    }
  }
}
