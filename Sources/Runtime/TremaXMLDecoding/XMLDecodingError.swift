import TremaHTTP

/// An error that occurs while decoding XML, with its location in the document.
public struct XMLDecodingError: Error, Hashable, Sendable {
  /// The reason for a decoding error.
  public enum Reason: Hashable, Sendable {
    /// The document contains no element.
    case empty
    /// The document is longer than the limit, in bytes.
    case tooLarge(limit: Int)
    /// Elements are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The document contains more elements than the limit.
    case tooManyElements(limit: Int)
    /// The document type declares entities or elements. Responses do not need them, and attackers
    /// use them to expand a short document into a long one or to read files.
    case documentType
    /// The encoding is not supported. The associated value is its name.
    case encoding(String)
    /// The document is not well-formed. The associated value is the parser's error code.
    case malformed(code: Int)
    /// An element or attribute with this name is missing.
    case missing(String)
    /// More than one element has the name, but one was expected. The associated value is the number
    /// of elements.
    case repeated(Int)
    /// The text does not represent a value of this type.
    case mismatch(String)
    /// The element contains other elements, but only text was expected.
    case notText
    /// The initializer of this type threw an error.
    case refused(String)
  }

  /// The reason for the error.
  public let reason: Reason
  /// The element's or error's line, from 1, or 0 if the error concerns the whole document.
  public let line: Int
  /// The element's or error's column, from 1, or 0 if the error concerns the whole document.
  public let column: Int
  /// The path of the value from the root, such as `["orders", "3", "price"]`.
  public let codingPath: [String]

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - line: The line, from 1, or 0 if it is unknown.
  ///   - column: The column, from 1, or 0 if it is unknown.
  ///   - codingPath: The value's path.
  public init(
    _ reason: Reason, line: Int = 0, column: Int = 0, codingPath: [String] = []
  ) {
    (self.reason, self.line, self.column) = (reason, line, column)
    self.codingPath = codingPath
  }
}

extension XMLDecodingError: Redacted {
  /// A description such as `line 3, column 5: 'orders.3.price' is not of type Int`. It contains no
  /// text from the document.
  public var description: String {
    let position = line > 0 ? "line \(line), column \(column): " : ""
    let path =
      codingPath.isEmpty ? "the XML" : "'\(HTTPSyntax.escaped(codingPath.joined(separator: ".")))'"
    let summary =
      switch reason {
      case .empty: "the XML is empty"
      case .tooLarge(let limit): "the XML is longer than \(limit) bytes"
      case .tooDeep(let limit): "the XML is nested deeper than \(limit) elements"
      case .tooManyElements(let limit): "the XML contains more than \(limit) elements"
      case .documentType: "the XML declares its own entities"
      case .encoding(let name): "the encoding '\(HTTPSyntax.escaped(name))' is not supported"
      case .malformed(let code): "the XML is not well-formed (\(code))"
      case .missing(let name): "'\(HTTPSyntax.escaped(name))' is missing in \(path)"
      case .repeated(let count): "\(path) occurs \(count) times"
      case .mismatch(let type): "\(path) is not of type \(type)"
      case .notText: "\(path) contains elements instead of text"
      case .refused(let type): "\(path) is not a valid \(type)"
      }
    return position + summary
  }
}
