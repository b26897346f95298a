/// The fields of a text's metadata that trema defines. ARB requires the prefix `x-`.
///
/// Source: the "ARB specification", section "Customized attributes".
enum ARBField {
  /// The value of `@tags`.
  static let tags = "x-tags"
  /// The value of `@platforms`.
  static let platforms = "x-platforms"
}
