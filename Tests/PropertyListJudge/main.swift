import Foundation

// The readings of a property list by the platform's two readers. A process of its own, because they
// crash and hang on hostile files: `PropertyListJudge serialization|decoder FILE` prints `ok` and
// the value, or `error`. `mutations FILE` uses our own reader, and prints its costs.

/// The value on one line, in the spelling of `PlatformJudges.spelled`.
struct Spelling {
  private var text = ""
  private var count = 0

  static func of(_ value: Any) -> String {
    var spelling = Spelling()
    spelling.write(value)
    return spelling.count > 5_000 ? "…" : spelling.text
  }

  private mutating func write(_ value: Any) {
    count += 1
    if count > 5_000 { return }
    switch value {
    case let entries as [String: Any]:
      text += "{"
      let keys = entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      for (index, key) in keys.enumerated() {
        if index > 0 { text += ", " }
        write(string: key)
        text += ": "
        if let value = entries[key] { write(value) }
      }
      text += "}"
    case let values as [Any]:
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        write(value)
      }
      text += "]"
    case let string as String: write(string: string)
    case let date as Date: text += "date \(Self.digits(date.timeIntervalSinceReferenceDate))"
    case let data as Data: text += "<" + data.map { String(format: "%02x", $0) }.joined() + ">"
    default: write(number: value)
    }
  }

  private mutating func write(number value: Any) {
    switch value {
    case let number as Scalar: write(scalar: number)
    case let number as NSNumber:
      switch String(cString: number.objCType) {
      case "c", "B": text += number.boolValue ? "true" : "false"
      case "d", "f": write(scalar: .real(number.doubleValue))
      default: text += number.stringValue
      }
    default: text += "\(type(of: value))"
    }
  }

  private mutating func write(scalar: Scalar) {
    switch scalar {
    case .integer(let number): text += "\(number)"
    case .natural(let number): text += "\(number)"
    case .boolean(let claim): text += claim ? "true" : "false"
    case .real(let number):
      text += "real " + (number.isNaN ? "nan" : String(number.bitPattern, radix: 16))
    }
  }

  private mutating func write(string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      if scalar.isASCII, scalar.value >= 0x20, scalar != "\"", scalar != "\\", scalar != "\u{7F}" {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\\(String(scalar.value, radix: 16))."
      }
    }
    text += "\""
  }

  private static func digits(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

enum Scalar {
  case integer(Int64), natural(UInt64), boolean(Bool), real(Double)
}

/// Any value of a decoder, decoded from the strictest to the most lenient type.
struct Anything: Decodable {
  let value: Any

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var entries: [String: Any] = [:]
      for key in container.allKeys {
        entries[key.stringValue] = try container.decode(Anything.self, forKey: key).value
      }
      value = entries
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var values: [Any] = []
      while !container.isAtEnd { values.append(try container.decode(Anything.self).value) }
      value = values
      return
    }
    let container = try decoder.singleValueContainer()
    if let claim = try? container.decode(Bool.self) {
      value = Scalar.boolean(claim)
    } else if let text = try? container.decode(String.self) {
      value = text
    } else if let date = try? container.decode(Date.self) {
      value = date
    } else if let data = try? container.decode(Data.self) {
      value = data
    } else if let number = try? container.decode(Int64.self) {
      value = Scalar.integer(number)
    } else if let number = try? container.decode(UInt64.self) {
      value = Scalar.natural(number)
    } else {
      value = Scalar.real(try container.decode(Double.self))
    }
  }

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Returns Foundation's reading of a file.
func answer(of reader: String, to path: String) -> String {
  do {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let value: Any
    if reader == "serialization" {
      value = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    } else {
      value = try PropertyListDecoder().decode(Anything.self, from: data).value
    }
    return "ok \(Spelling.of(value))"
  } catch {
    return "error"
  }
}

let arguments = CommandLine.arguments
if arguments[1] == "mutations" {
  print(try MutationRun(path: arguments[2]).report)
} else {
  print(answer(of: arguments[1], to: arguments[2]))
}
