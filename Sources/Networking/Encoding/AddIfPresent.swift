import TremaHTTP

precedencegroup AddIfPresentPrecedence {
  associativity: left
  higherThan: AssignmentPrecedence
  lowerThan: NilCoalescingPrecedence
}

/// The left side with a name and its value; the same as before where the value is nil.
///
///     Parameters() <++ ("page", page) <++ ("sort", order)
infix operator <++ : AddIfPresentPrecedence

extension Parameters {
  public static func <++ (
    parameters: Parameters, added: (String, (any Encodable & Sendable)?)
  ) -> Parameters {
    var parameters = parameters
    parameters.append(added.0, added.1)
    return parameters
  }
}

extension HTTPFields {
  /// Adds a line, also beside others of the name.
  public static func <++ (fields: HTTPFields, added: (Name, String?)) -> HTTPFields {
    var fields = fields
    if let value = added.1 { fields.append(added.0, value) }
    return fields
  }
}
