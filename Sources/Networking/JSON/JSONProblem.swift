import TremaHTTP
import TremaJSON
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The place in a JSON body that cannot be decoded, and the reason. It quotes names of members, never
/// values.
struct JSONProblem: Error, CustomStringConvertible {
  let description: String

  /// The error with its place in the body, and what is there.
  ///
  /// - Parameters:
  ///   - type: the type that the bytes were to be decoded as.
  ///   - decoder: the decoder that threw the error.
  ///   - isLine: whether the bytes are one line, whose number the caller adds.
  static func explaining<Value: Decodable>(
    _ error: DecodingError, in bytes: [UInt8], as type: Value.Type, by decoder: JSONDecoder,
    isLine: Bool = false
  ) -> DecodingError {
    var reason: String?
    let position: SourcePosition?
    do throws(Diagnostic) {
      let body = try JSONValue.decode(bytes, file: "", keepsDuplicates: true)
      var path = error.context.codingPath
      if case .dataCorrupted = error, !holdsComment(bytes),
        let last = NumberTrace.last(of: type, in: bytes, by: decoder),
        let number = body.value(at: last.path)?.number,
        let limits = number.limitsIfUnfit(for: last.type)
      {
        path = last.path
        reason = "\(DecodingError.place(path)) is a number, expected \(limits)"
      } else if case .dataCorrupted = error, path.isEmpty, !body.isScalar {
        // Foundation gives no path to a number that does not fit, and a type may decode its numbers
        // by rules of its own.
        let numbers = body.paths(where: { !$0.fitsEveryType })
        path = numbers.count == 1 ? numbers[0] : []
        if holdsComment(bytes) || path.isEmpty {
          let words =
            holdsComment(bytes)
            ? "the body is no JSON: it holds a comment" : "a number is not accepted by its type"
          return error.adding(JSONProblem(description: words))
        }
      }
      let found = body.value(at: path)
      position = found?.location?.start
      reason = reason ?? error.reason(found: found, at: path)
    } catch {
      position = error.location?.start
      reason = "the body is no JSON: \(words(of: error))"
    }
    guard let reason else { return error }
    let place = position.map { position in
      isLine
        ? " (column \(position.column))" : " (line \(position.line), column \(position.column))"
    }
    return error.adding(JSONProblem(description: reason + (place ?? "")))
  }

  /// Whether there is a slash outside of the strings of a body.
  private static func holdsComment(_ body: [UInt8]) -> Bool {
    var isString = false
    var isEscaped = false
    for byte in body {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isString.toggle()
      } else if isString {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "/") {
        return true
      }
    }
    return false
  }

  /// The expectation of the reader. The text that it found is omitted because it is a part of the body.
  private static func words(of problem: Diagnostic) -> String {
    let message = problem.message
    if message.hasPrefix("expected ") {
      let mark = Array(", found ".utf8)
      let bytes = Array(message.utf8)
      let end = bytes.indices.first { bytes[$0...].starts(with: mark) } ?? bytes.count
      let isEnd = message.hasSuffix("the end of the document")
      return String(decoding: bytes[..<end], as: UTF8.self) + (isEnd ? ", found the end" : "")
    }
    if message.hasPrefix("unknown word") { return "expected a value" }
    if message.hasPrefix("unknown escape") { return "unknown escape in a string" }
    if message.hasSuffix("is not a number") { return "expected a number" }
    return message
  }
}

extension DecodingError {
  fileprivate var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "")
    }
  }

  /// The same error, with a problem below it.
  fileprivate func adding(_ problem: JSONProblem) -> DecodingError {
    let context = Context(
      codingPath: context.codingPath, debugDescription: context.debugDescription,
      underlyingError: problem)
    return switch self {
    case .typeMismatch(let type, _): .typeMismatch(type, context)
    case .valueNotFound(let type, _): .valueNotFound(type, context)
    case .keyNotFound(let key, _): .keyNotFound(key, context)
    case .dataCorrupted: .dataCorrupted(context)
    @unknown default: .dataCorrupted(context)
    }
  }

  fileprivate static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "the body" : "'\(NetworkError.Kind.text(of: path))'"
  }

  /// - Parameters:
  ///   - found: the value at the path of the error.
  ///   - path: of the error, or of the one value that it can mean.
  /// - Returns: nil where the value is not known.
  fileprivate func reason(found: JSONValue?, at path: [any CodingKey]) -> String? {
    let place = Self.place(path)
    guard let found else { return nil }
    switch self {
    case .typeMismatch(let type, _), .valueNotFound(let type, _):
      return "\(place) is \(found.kind), expected \(JSONValue.kind(of: type))"
    case .keyNotFound(let key, _):
      return "the key '\(HTTPSyntax.shown(key.stringValue))' is missing in \(place)"
    case .dataCorrupted:
      return "\(place) is \(found.kind) that its type does not accept"
    @unknown default: return nil
    }
  }
}

extension JSONValue {
  /// The value at a path; members are also found where a decoder has converted their names.
  fileprivate func value(at path: [any CodingKey]) -> JSONValue? {
    path.reduce(self as JSONValue?) { value, key in
      if let index = key.intValue, let array = value?.array {
        return array.indices.contains(index) ? array[index] : nil
      }
      let name = key.stringValue
      return value?.object?[name]
        ?? value?.object?.members.first { Self.plain($0.name) == Self.plain(name) }?.value
    }
  }

  fileprivate var isScalar: Bool { array == nil && object == nil }

  /// The paths of the numbers that a condition selects.
  fileprivate func paths(where condition: (JSONNumber) -> Bool) -> [[any CodingKey]] {
    switch content {
    case .number(let number): condition(number) ? [[]] : []
    case .array(let elements):
      elements.enumerated().flatMap { index, element in
        element.paths(where: condition).map { [JSONStep(intValue: index)] + $0 }
      }
    case .object(let object):
      object.members.flatMap { member in
        member.value.paths(where: condition).map { [JSONStep(stringValue: member.name)] + $0 }
      }
    case .null, .bool, .string: []
    }
  }

  private static func plain(_ name: String) -> String {
    name.filter { $0 != "_" }.lowercased()
  }

  /// The kind of JSON value that a type is decoded from.
  fileprivate static func kind(of type: Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "an object"
    case is [Any].Type: "an array"
    case is String.Type: "a string"
    case is Bool.Type: "a Boolean"
    case is any FixedWidthInteger.Type: "an integer"
    case is any BinaryFloatingPoint.Type: "a number"
    default: "a value of the type \(type)"
    }
  }
}

/// A step of a path that no decoder has made.
struct JSONStep: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
