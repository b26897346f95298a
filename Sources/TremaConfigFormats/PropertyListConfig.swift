import ConfigKit
import TremaDiagnostics
import TremaPropertyLists

/// Property lists as configuration.
enum PropertyListConfig {
  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ConfigFormat.Reading {
    let list = try PropertyList.decode(bytes, file: file)
    var conversion = Conversion(file: file)
    let value = try conversion.value(list)
    return ConfigFormat.Reading(value, problems: conversion.entries.problems)
  }

  private struct Conversion {
    let file: String
    var entries = UniqueEntries()

    mutating func value(_ list: PropertyList) throws(Diagnostic) -> ConfigValue {
      let content: ConfigValue.Content
      switch list.value {
      case .dictionary(let list): content = .dictionary(try dictionary(list))
      case .array(let list):
        var values: [ConfigValue] = []
        values.reserveCapacity(list.count)
        for value in list { values.append(try self.value(value)) }
        content = .array(values)
      case .string(let text): content = .string(text)
      case .integer(let number): content = .integer(number)
      case .real(let number): content = .real(number)
      case .boolean(let claim): content = .boolean(claim)
      case .date(let date): content = .date(date)
      case .data(let bytes): content = .data(bytes)
      case .uid: throw reference(at: list.position)
      }
      return ConfigValue(content, at: place(list.position))
    }

    private mutating func dictionary(
      _ list: [PropertyList.Entry]
    ) throws(Diagnostic) -> ConfigDictionary {
      var entries: [ConfigDictionary.Entry] = []
      entries.reserveCapacity(list.count)
      for entry in list {
        entries.append(
          ConfigDictionary.Entry(
            entry.key, at: place(entry.keyPosition), try value(entry.value)))
      }
      return self.entries.dictionary(entries)
    }

    private func place(_ position: SourcePosition) -> ConfigPlace {
      ConfigPlace(file: file, start: position, end: position, bytes: 0..<0)
    }

    private func reference(at position: SourcePosition) -> Diagnostic {
      Diagnostic(
        .error, "invalid-property-list", "a reference of a keyed archive is no configuration",
        at: SourceLocation(file: file, start: position), hint: "write the value itself",
        kind: .unreadable)
    }
  }
}
