import Foundation
import TremaConfigValues
import TremaSupport

extension ConfigValue {
  /// Converts an object that Foundation has read from a property list.
  ///
  /// - Parameters:
  ///   - value: The property list object.
  ///   - location: The file's location. Foundation does not report lines.
  /// - Returns: The value, or `nil` if the object cannot be in a property list or is a date out of
  ///   range.
  init?(foundation value: Any, at location: ConfigLocation) {
    switch value {
    case let text as String: self.init(.string(text), at: location)
    // `as? Bool` also succeeds for the number 1, so the type of the number is checked.
    case let number as NSNumber: self.init(Self.content(of: number), at: location)
    case let date as Date:
      guard let timestamp = PropertyListDate(seconds: date.timeIntervalSinceReferenceDate) else {
        return nil
      }
      self.init(.date(timestamp), at: location)
    case let data as Data: self.init(.data(Array(data)), at: location)
    case let values as [Any]:
      let converted = values.compactMap { ConfigValue(foundation: $0, at: location) }
      guard converted.count == values.count else { return nil }
      self.init(.array(converted), at: location)
    case let entries as [String: Any]:
      let converted = entries.compactMap { key, value in
        ConfigValue(foundation: value, at: location).map { ConfigDictionary.Entry(key, $0) }
      }
      guard converted.count == entries.count else { return nil }
      self.init(.dictionary(ConfigDictionary(converted)), at: location)
    default: return nil
    }
  }

  /// Returns the number as a Boolean, a real number or an integer, according to its Objective-C
  /// type encoding.
  private static func content(of number: NSNumber) -> Content {
    switch String(cString: number.objCType) {
    case "c", "B": .boolean(number.boolValue)
    case "d", "f": .real(number.doubleValue)
    case "Q": .integer(WholeNumber(number.uint64Value))
    default: .integer(WholeNumber(number.int64Value))
    }
  }
}
