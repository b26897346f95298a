import TremaHTTP

/// Why an answer in XML has no value.
public struct XMLDecodingError: Error, Hashable, Sendable {
  /// The reason of a decoding error.
  public enum Reason: Hashable, Sendable {
    case empty
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case tooManyElements(limit: Int)
    /// The document declares entities or elements of its own, which no answer needs: they are how a
    /// short document becomes a long one, or reads files.
    case documentType
    /// The name of an encoding that is not read here.
    case encoding(String)
    /// It is not well-formed: the code of the parser.
    case malformed(code: Int)
    /// There is no such element or attribute.
    case missing(String)
    /// One element was expected, and several have the name.
    case repeated(Int)
    /// The type that its text is not.
    case mismatch(String)
    /// A text was expected, and there are elements.
    case notText
    /// A type made of it did not take it.
    case refused(String)
  }

  /// The reason of the error.
  public let reason: Reason
  /// The place of the element or of the mistake, from 1; 0 for the whole document.
  public let line: Int
  /// The column, from 1.
  public let column: Int
  /// The path from the root's value: `["orders", "3", "price"]`.
  public let codingPath: [String]

  /// Creates an error.
  ///
  /// - Parameters:
  /// - line: the line, from 1; 0 if it is unknown.
  /// - column: the column, from 1; 0 if it is unknown.
  /// - codingPath: the path of the value.
  public init(
    _ reason: Reason, line: Int = 0, column: Int = 0, codingPath: [String] = []
  ) {
    (self.reason, self.line, self.column) = (reason, line, column)
    self.codingPath = codingPath
  }
}

extension XMLDecodingError: Redacted {
  /// `line 3, column 5: 'price' of 'orders.3' is no Int`. No text of the document is quoted.
  public var description: String {
    let place = line > 0 ? "line \(line), column \(column): " : ""
    let path =
      codingPath.isEmpty ? "the XML" : "'\(HTTPSyntax.shown(codingPath.joined(separator: ".")))'"
    let words =
      switch reason {
      case .empty: "there is no XML"
      case .tooLarge(let limit): "the XML has more than \(limit) bytes"
      case .tooDeep(let limit): "more than \(limit) nested elements"
      case .tooManyElements(let limit): "the XML has more than \(limit) elements"
      case .documentType: "the XML declares entities of its own"
      case .encoding(let name): "the encoding '\(HTTPSyntax.shown(name))' is not read"
      case .malformed(let code): "the XML is not well-formed (\(code))"
      case .missing(let name): "'\(HTTPSyntax.shown(name))' is missing in \(path)"
      case .repeated(let count): "\(path) occurs \(count) times"
      case .mismatch(let type): "\(path) is no \(type)"
      case .notText: "\(path) holds elements, not a text"
      case .refused(let type): "\(path) cannot be a \(type)"
      }
    return place + words
  }
}
