/// The values that Android's resource compiler takes for references.
enum AndroidReference {
  /// Whether a value is a reference to a resource: `@string/name`, `@+id/name`,
  /// `@android:color/black` or `@null`.
  ///
  /// Measured with `aapt2`, to which `@name`, `@no/type` and `@ string/name` are text.
  ///
  /// - Parameter value: the value with its `@`.
  static func isResource(_ value: ArraySlice<UInt8>) -> Bool {
    var name = String(decoding: value.dropFirst(), as: UTF8.self)[...]
    if name == "null" || name == "empty" { return true }
    if name.first == "+" || name.first == "*" { name.removeFirst() }
    if let colon = name.firstIndex(of: ":") { name = name[name.index(after: colon)...] }
    guard let slash = name.firstIndex(of: "/") else { return false }
    return types.contains(String(name[..<slash]))
  }

  // Source: "Resource types", developer.android.com; `ResourceType` of aapt2.
  private static let types: Set<String> = [
    "anim", "animator", "array", "attr", "bool", "color", "configVarying", "dimen", "drawable",
    "font", "fraction", "id", "integer", "interpolator", "layout", "macro", "menu", "mipmap",
    "navigation", "plurals", "raw", "string", "style", "styleable", "transition", "xml",
  ]
}
