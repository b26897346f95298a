public struct PluralOperands: Hashable, Sendable {
  public init(_ n: UInt64) {}
  public init?(_ decimal: String) {}
}
public struct PluralRules: Hashable, Sendable {
  public init(_ language: LanguageTag, _ kind: PluralKind = .cardinal) {}
  public func category(of: PluralOperands) -> PluralCategory { .other }
  public var categories: [PluralCategory] { [.other] }
  public var integerCategories: [PluralCategory] { [.other] }
  public func soleInteger(of category: PluralCategory) -> Int? { nil }
}
