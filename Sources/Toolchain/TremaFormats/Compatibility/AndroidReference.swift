/// Detects values that Android's resource compiler interprets as references.
enum AndroidReference {
  /// Returns whether a value is a reference to a resource: `@string/name`, `@+id/name`,
  /// `@android:color/black` or `@null`.
  ///
  /// Measured with `aapt2`, which treats `@name`, `@no/type` and `@ string/name` as text.
  ///
  /// - Parameter value: The value, including the `@`.
  static func isResource(_ value: ArraySlice<UInt8>) -> Bool {
    var name = String(decoding: value.dropFirst(), as: UTF8.self)[...]
    if name == "null" || name == "empty" { return true }
    if name.first == "+" || name.first == "*" { name.removeFirst() }
    if let colon = name.firstIndex(of: ":") { name = name[name.index(after: colon)...] }
    guard let slash = name.firstIndex(of: "/") else { return false }
    return types.contains(String(name[..<slash]))
  }

  // See "Resource types", developer.android.com; aapt2, `ResourceType`.
  private static let types: Set<String> = [
    "anim", "animator", "array", "attr", "bool", "color", "configVarying", "dimen", "drawable",
    "font", "fraction", "id", "integer", "interpolator", "layout", "macro", "menu", "mipmap",
    "navigation", "plurals", "raw", "string", "style", "styleable", "transition", "xml",
  ]
}
