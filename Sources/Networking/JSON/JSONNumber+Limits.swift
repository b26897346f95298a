import TremaJSON

extension JSONNumber {
  /// Whether it is a whole number that the smallest types can hold, with or without a sign.
  var fitsEveryType: Bool { int.map { (0...127).contains($0) } ?? false }

  /// The values that a type of numbers holds.
  ///
  /// - Returns: `nil` where the type holds this number, or is no type of numbers.
  func limitsIfUnfit(for type: Any.Type) -> String? {
    if let type = type as? any FixedWidthInteger.Type { return integers(of: type) }
    if type == Float.self, Float(text)?.isFinite != true {
      return
        "a Float, a number from \(-Float.greatestFiniteMagnitude) to \(Float.greatestFiniteMagnitude)"
    }
    if type == Double.self, double == nil {
      return
        "a Double, a number from \(-Double.greatestFiniteMagnitude) to \(Double.greatestFiniteMagnitude)"
    }
    return nil
  }

  private func integers<Integer: FixedWidthInteger>(of type: Integer.Type) -> String? {
    if Integer(text) != nil || int.flatMap({ Integer(exactly: $0) }) != nil { return nil }
    let name = "\(type)"
    return
      "\(name.hasPrefix("I") ? "an" : "a") \(name), an integer from \(Integer.min) to \(Integer.max)"
  }
}
