import TremaHTTP
import TremaJSON
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An explanation of a decoding error, with the position in the JSON body and the reason. It
/// contains names of members, but no values.
struct JSONProblem: Error, CustomStringConvertible {
  let description: String

  /// Returns the error with the position in the body and the kind of the value at that position.
  ///
  /// - Parameters:
  ///   - error: The decoder's error.
  ///   - bytes: The body.
  ///   - type: The type that the body was decoded as.
  ///   - decoder: The decoder that threw the error.
  ///   - isLine: Whether the body is a line of a larger body. The caller then adds the line number.
  static func explaining<Value: Decodable>(
    _ error: DecodingError, in bytes: [UInt8], as type: Value.Type, by decoder: JSONDecoder,
    isLine: Bool = false
  ) -> DecodingError {
    var reason: String?
    let position: SourcePosition?
    do throws(Diagnostic) {
      let body = try JSONValue.decode(bytes, file: "", keepsDuplicates: true)
      var path = error.context.codingPath
      if case .dataCorrupted = error, !containsComment(bytes),
        let last = NumberTrace.last(of: type, in: bytes, by: decoder),
        let number = body.value(at: last.path)?.number,
        let limits = number.limitsIfUnrepresentable(for: last.type)
      {
        path = last.path
        reason = "\(DecodingError.location(path)) is a number, expected \(limits)"
      } else if case .dataCorrupted = error, path.isEmpty, !body.isScalar {
        // For a number that does not fit its type, Foundation reports no path, and a type may
        // decode its numbers by its own rules. The path is known only if there is just one such
        // number.
        let numbers = body.paths(where: { !$0.fitsEveryType })
        path = numbers.count == 1 ? numbers[0] : []
        if containsComment(bytes) || path.isEmpty {
          let description =
            containsComment(bytes)
            ? "the body is not valid JSON: it contains a comment"
            : "a number is not accepted by its Swift type"
          return error.adding(JSONProblem(description: description))
        }
      }
      let found = body.value(at: path)
      position = found?.location?.start
      reason = reason ?? error.reason(found: found, at: path)
    } catch {
      position = error.location?.start
      reason = "the body is not valid JSON: \(expectation(of: error))"
    }
    guard let reason else { return error }
    let location = position.map { position in
      isLine
        ? " (column \(position.column))" : " (line \(position.line), column \(position.column))"
    }
    return error.adding(JSONProblem(description: reason + (location ?? "")))
  }

  /// Returns whether the body contains a slash outside of strings, which starts a comment.
  private static func containsComment(_ body: [UInt8]) -> Bool {
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

  /// Returns the parser's expectation. The source that it found is omitted, as it is part of the
  /// body.
  private static func expectation(of problem: Diagnostic) -> String {
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
    if message.hasSuffix(" number") { return "expected a number" }
    return message
  }
}

extension DecodingError {
  /// The error's context, or empty for unknown cases.
  fileprivate var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "")
    }
  }

  /// Returns the same error with a problem as the underlying error.
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

  /// Returns the quoted path, or `the body` if it is empty.
  fileprivate static func location(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "the body" : "'\(NetworkError.Kind.text(of: path))'"
  }

  /// Returns the reason for the error, or `nil` if the value is unknown.
  ///
  /// - Parameters:
  ///   - found: The value at the path, or `nil` if unknown.
  ///   - path: The path of the error, or of the only value it can refer to.
  fileprivate func reason(found: JSONValue?, at path: [any CodingKey]) -> String? {
    let location = Self.location(path)
    guard let found else { return nil }
    switch self {
    case .typeMismatch(let type, _), .valueNotFound(let type, _):
      return "\(location) must be \(JSONValue.kind(of: type)), not \(found.kind)"
    case .keyNotFound(let key, _):
      return "the key '\(HTTPSyntax.escaped(key.stringValue))' is missing in \(location)"
    case .dataCorrupted:
      return "\(location) is \(found.kind) that its Swift type does not accept"
    @unknown default: return nil
    }
  }
}

extension JSONValue {
  /// Returns the value at a path, or `nil` if there is none. A member is found even if a decoder
  /// has converted its name to or from snake case.
  fileprivate func value(at path: [any CodingKey]) -> JSONValue? {
    path.reduce(self as JSONValue?) { value, key in
      if let index = key.intValue, let array = value?.array {
        return array.indices.contains(index) ? array[index] : nil
      }
      let name = key.stringValue
      return value?.object?[name]
        ?? value?.object?.members.first { Self.foldedName($0.name) == Self.foldedName(name) }?.value
    }
  }

  /// Whether the value is neither an array nor an object.
  fileprivate var isScalar: Bool { array == nil && object == nil }

  /// Returns the paths of the numbers that satisfy a condition.
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

  /// Returns a name in lowercase and without underscores.
  private static func foldedName(_ name: String) -> String {
    name.filter { $0 != "_" }.lowercased()
  }

  /// Returns the kind of JSON value that a type is decoded from, for use in messages.
  fileprivate static func kind(of type: Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "an object"
    case is [Any].Type: "an array"
    case is String.Type: "a string"
    case is Bool.Type: "a Boolean"
    case is any FixedWidthInteger.Type: "an integer"
    case is any BinaryFloatingPoint.Type: "a number"
    default: "a value of type \(type)"
    }
  }
}

/// A path step that was created here instead of by a decoder.
struct JSONStep: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
