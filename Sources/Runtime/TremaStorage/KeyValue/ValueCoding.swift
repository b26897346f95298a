#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conversion between values and cells: JSON as text, or the bytes of a `Data` as a blob.
enum ValueCoding {
  // Keys are sorted so that equal values have equal bytes.
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
  private static let decoder = JSONDecoder()

  /// Returns the cell for a value.
  ///
  /// - Throws: `encoding`.
  static func cell<Value: Encodable>(
    _ value: Value, _ collection: String, _ key: String
  ) throws(StoreError) -> SQLValue {
    if let data = value as? Data { return .bytes([UInt8](data)) }
    return .text(try json(value, collection, key))
  }

  /// Returns a value's JSON.
  ///
  /// - Throws: `encoding`.
  static func json<Value: Encodable>(
    _ value: Value, _ collection: String, _ key: String
  ) throws(StoreError) -> String {
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch EncodingError.invalidValue(_, let context) {
      throw .encoding(collection: collection, key: key, path: path(context.codingPath))
    } catch {
      throw .encoding(collection: collection, key: key, path: "")
    }
  }

  /// Returns the value in a cell.
  ///
  /// - Throws: `decoding` if the cell does not contain a value of the type.
  static func value<Value: Decodable>(
    _ type: Value.Type, from cell: SQLValue, _ collection: String, _ key: String
  ) throws(StoreError) -> Value {
    if case .bytes(let bytes) = cell, let data = Data(bytes) as? Value { return data }
    guard case .text(let text) = cell, type != Data.self else {
      throw .decoding(collection: collection, key: key, path: "")
    }
    do {
      return try decoder.decode(type, from: Data(text.utf8))
    } catch {
      // A decoder's message may contain the stored value, so only the coding path is reported.
      throw .decoding(collection: collection, key: key, path: path(of: error))
    }
  }

  /// Returns the coding path of a decoding error, including a missing key.
  private static func path(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context): path(context.codingPath + [key])
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      path(context.codingPath)
    default: ""
    }
  }

  /// Returns a coding path as a string, such as `address.lines[2]`.
  private static func path(_ keys: [any CodingKey]) -> String {
    var path = ""
    for key in keys {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return path
  }
}
