import TremaHTTP

/// Names and values with `=` and `&` between them.
enum ParameterText {
  static func text(of items: [QueryItem], _ rules: ParameterRules) -> String {
    var text: [UInt8] = []
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(UInt8(ascii: "&")) }
      PercentEncoding.append(
        item.name, leaving: rules.allowed, space: rules.space, to: &text)
      guard let value = item.value else { continue }
      text.append(UInt8(ascii: "="))
      if let joined = item.joined {
        append(joined, rules, to: &text)
      } else {
        PercentEncoding.append(value, leaving: rules.allowed, space: rules.space, to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(
    _ joined: QueryItem.Joined, _ rules: ParameterRules, to text: inout [UInt8]
  ) {
    let allowed = rules.allowed.removing(joined.separator)
    for (index, element) in joined.elements.enumerated() {
      if index > 0 {
        PercentEncoding.append(
          joined.separator, leaving: .queryValue, space: rules.space, to: &text)
      }
      PercentEncoding.append(element, leaving: allowed, space: rules.space, to: &text)
    }
  }
}
