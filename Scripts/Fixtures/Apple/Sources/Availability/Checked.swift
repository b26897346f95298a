func checkedText(_ bytes: [UInt8]) -> String? {
  guard #available(macOS 15, iOS 18, *) else { return nil }
  return String(validating: bytes, as: UTF8.self)
}
