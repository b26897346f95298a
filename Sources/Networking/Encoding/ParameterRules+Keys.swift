import TremaSupport

extension ParameterRules.Keys {
  /// The name that a property has outside.
  func name(of key: String) -> String {
    switch self {
    case .asWritten: key
    case .snakeCase: Self.words(key, joined: UInt8(ascii: "_"))
    case .kebabCase: Self.words(key, joined: UInt8(ascii: "-"))
    case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
    case .uppercased: key.uppercased()
    case .lowercased: key.lowercased()
    case .custom(let name): name(key)
    }
  }

  /// Words begin at a capital letter of ASCII behind another one, and at the last of several capitals
  /// before a small one: `myURLProperty` is `my`, `url`, `property`.
  private static func words(_ key: String, joined separator: UInt8) -> String {
    let bytes = Array(key.utf8)
    func isCapital(_ index: Int) -> Bool { ASCII.lowercased(bytes[index]) != bytes[index] }
    var output: [UInt8] = []
    for index in bytes.indices {
      if isCapital(index), let last = output.last, last != UInt8(ascii: "_") {
        let endsCapitals = index + 1 < bytes.count && !isCapital(index + 1)
        if !isCapital(index - 1) || endsCapitals && ASCII.isLetter(bytes[index + 1]) {
          output.append(separator)
        }
      }
      output.append(ASCII.lowercased(bytes[index]))
    }
    return String(decoding: output, as: UTF8.self)
  }
}
