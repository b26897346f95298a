import TremaHTTP

/// An error for a value that cannot be encoded in a query or a form. It contains names, but no
/// values.
public struct ParameterError: Error, Sendable {
  /// The reason why a value cannot be encoded.
  public enum Reason: Sendable {
    /// A single value or an array has no name.
    case missingName
    /// A number is infinite or NaN.
    case notFinite
    /// A date is outside the years 1 to 9999.
    case dateOutOfRange
    /// An element of an array that is joined into one value is itself an array, or has named
    /// values.
    case nestedInJoined
    /// Values are nested more deeply than the limit.
    case tooDeep(limit: Int)
    /// An error from the value's encoding or from a rule. Descriptions do not contain it, as it may
    /// quote the value.
    case thrown(any Error)
  }

  /// The reason of the error.
  public var reason: Reason
  /// The names that lead to the value, starting with the outermost. Elements of arrays are
  /// represented by their index.
  public var codingPath: [String]

  /// Creates an error.
  ///
  /// - Parameter codingPath: The names that lead to the value, starting with the outermost.
  public init(_ reason: Reason, at codingPath: [String] = []) {
    self.reason = reason
    self.codingPath = codingPath
  }
}

extension ParameterError: Redacted {
  /// A textual representation of the error.
  public var description: String {
    let subject =
      codingPath.isEmpty
      ? "the value" : "'\(HTTPSyntax.escaped(codingPath.joined(separator: ".")))'"
    return switch reason {
    case .missingName: "\(subject) has no name; a query or form requires a value with properties"
    case .notFinite: "\(subject) is not a finite number"
    case .dateOutOfRange: "\(subject) is a date outside the years 1 to 9999"
    case .nestedInJoined: "\(subject) is not a single value, so its array cannot be joined"
    case .tooDeep(let limit): "\(subject) is nested deeper than \(limit) levels"
    case .thrown(let error): "\(subject) cannot be encoded: \(type(of: error))"
    }
  }
}

extension ParameterError.Reason: Redacted {
  /// A textual representation of this instance.
  public var description: String { "\(ParameterError(self))" }
}
