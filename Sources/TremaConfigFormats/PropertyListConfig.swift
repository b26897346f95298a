import ConfigKit
import TremaDiagnostics
import TremaJSON
import TremaPropertyLists

/// Property lists as configuration.
enum PropertyListConfig {
  /// As many as a configuration can have and stay one; 131 bytes of a binary property list can ask
  /// for four million.
  private static let valueLimit = 1_000_000

  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ConfigFormat.Reading {
    var limits = PropertyList.Limits()
    limits.values = valueLimit
    let reading: PropertyList.Reading
    do throws(Diagnostic) {
      reading = try PropertyList.read(bytes, file: file, limits: limits)
    } catch {
      throw isJSON(bytes) ? notJSON(file) : error
    }
    var conversion = Conversion(file: file)
    let value = try conversion.value(reading.value)
    return ConfigFormat.Reading(
      value, problems: reading.problems + conversion.problems + conversion.entries.problems)
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    let first = text.first { $0 > 0x20 }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return (try? JSONValue.decode(bytes, file: "")) != nil
  }

  private static func notJSON(_ file: String) -> Diagnostic {
    Diagnostic(
      .error, "invalid-property-list", "this is JSON, not a property list",
      at: SourceLocation(file: file, start: .start), hint: "this is JSON: name it .json",
      kind: .unreadable)
  }

  private struct Conversion {
    let file: String
    var entries = UniqueEntries()
    var problems: [Diagnostic] = []

    init(file: String) { self.file = file }

    mutating func value(_ list: PropertyList) throws(Diagnostic) -> ConfigValue {
      let place = place(list.extent)
      let content: ConfigValue.Content
      switch list.value {
      case .dictionary(let list):
        let dictionary = try dictionary(list)
        if dictionary.isArchiveReference { problems.append(archiveReference(at: place)) }
        content = .dictionary(dictionary)
      case .array(let list):
        var values: [ConfigValue] = []
        values.reserveCapacity(list.count)
        for value in list { values.append(try self.value(value)) }
        content = .array(values)
      case .string(let text): content = .string(text)
      case .integer(let number): content = .integer(number)
      case .real(let number):
        if !number.isFinite { problems.append(notFinite(number, at: place)) }
        content = .real(number)
      case .boolean(let claim): content = .boolean(claim)
      case .date(let date): content = .date(date)
      case .data(let bytes): content = .data(bytes)
      case .uid:
        var problem = archiveReference(at: place)
        problem.kind = .unreadable
        throw problem
      }
      return ConfigValue(content, at: place)
    }

    private mutating func dictionary(
      _ list: [PropertyList.Entry]
    ) throws(Diagnostic) -> ConfigDictionary {
      var entries: [ConfigDictionary.Entry] = []
      entries.reserveCapacity(list.count)
      for entry in list {
        entries.append(
          ConfigDictionary.Entry(entry.key, at: place(entry.keyExtent), try value(entry.value)))
      }
      return self.entries.dictionary(entries)
    }

    private func place(_ extent: PropertyList.Extent) -> ConfigPlace {
      ConfigPlace(file: file, start: extent.start, end: extent.end, bytes: extent.bytes)
    }

    private func archiveReference(at place: ConfigPlace) -> Diagnostic {
      Diagnostic(
        .error, "archive-reference", "a reference of a keyed archive is no configuration",
        at: place.location,
        hint: "write the value itself; a dictionary with the key 'CF$UID' alone is one, too")
    }

    private func notFinite(_ number: Double, at place: ConfigPlace) -> Diagnostic {
      Diagnostic(
        .error, "not-finite",
        number.isNaN ? "this is not a number" : "this number is infinite, or too large for one",
        at: place.location, hint: "write a finite number; JSON and most programs know no other")
    }
  }
}
