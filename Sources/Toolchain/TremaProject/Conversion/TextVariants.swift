import TremaCatalog
import TremaChecks
import TremaFormats
import TremaSupport

/// The texts of the catalogues that replace other texts on some platforms. There are few of them,
/// so they are held in memory.
struct TextVariants {
  /// A variant.
  struct Variant {
    /// The text, which retains its own batch.
    let text: TextView
    /// The annotations of its context.
    let annotations: Annotations
    /// The key of the base, or `nil` if the annotations are invalid.
    let base: ExactKey?
    /// The platforms on which the variant is the first one of its base.
    let platforms: Set<AppPlatform>
    /// The earlier variant of the same base for one of the platforms.
    let earlier: VariantRelation.Earlier?
  }

  /// The variants, in the order of the catalogues.
  private(set) var all: [Variant] = []
  /// The indices of the variants, by the keys of their bases. Bases that have been read are
  /// removed.
  private var indices: [ExactKey: [Int]] = [:]
  /// The locations of the variants by key.
  private var locations: [ExactKey: SourceLocation] = [:]

  var isEmpty: Bool { all.isEmpty }

  /// The platforms that have a variant.
  var platforms: Set<AppPlatform> { Set(all.flatMap(\.platforms)) }

  /// Adds a variant.
  mutating func insert(_ text: TextView, _ annotations: Annotations) {
    let declared = annotations.variants.first.flatMap {
      annotations.variants.count == 1 && $0.isValid ? $0 : nil
    }
    let base = declared.map { ExactKey($0.base) }
    var platforms = declared?.platforms ?? []
    var earlier: VariantRelation.Earlier?
    for index in base.flatMap({ indices[$0] }) ?? [] {
      let other = all[index]
      for platform in AppPlatform.allCases
      where platforms.contains(platform) && other.platforms.contains(platform) {
        platforms.remove(platform)
        earlier =
          earlier
          ?? VariantRelation.Earlier(
            key: other.text.key, location: other.text.location(other.text.position),
            platform: platform)
      }
    }
    if let base { indices[base, default: []].append(all.count) }
    locations[ExactKey(text.key)] = text.location(text.position)
    all.append(
      Variant(
        text: text.keeping(Array(0..<text.valueCount)), annotations: annotations, base: base,
        platforms: platforms, earlier: earlier))
  }

  /// Returns and removes the variants of a text.
  mutating func takeVariants(of text: TextView) -> [Variant] {
    if indices.isEmpty { return [] }
    return (indices.removeValue(forKey: ExactKey(text.key)) ?? []).map { all[$0] }
  }

  /// Returns and removes the variants whose bases have not been read, in the order of the
  /// catalogues, with the location of the variant that they name as their base.
  mutating func takeOthers() -> [(variant: Variant, chained: SourceLocation?)] {
    defer { indices = [:] }
    return all.filter { $0.base.map { indices[$0] != nil } ?? true }
      .map { ($0, $0.base.flatMap { locations[$0] }) }
  }

  /// Returns a text with the values of its variant for a platform, without regard to the values
  /// that an output omits.
  ///
  /// - Returns: `nil` if there is no variant.
  func replaced(_ text: TextView, on platform: AppPlatform) -> Text? {
    let key = ExactKey(text.key)
    let variant = all.first { $0.base == key && $0.platforms.contains(platform) }
    return variant.map { Text(text).replacing(by: Text($0.text)) { _ in true } }
  }
}

extension Text {
  /// Returns the text with the nonempty values of a variant in place of the values in the same
  /// languages.
  ///
  /// - Parameter isSelected: Returns whether a value of the variant can be used.
  func replacing(by variant: Text, where isSelected: (Value) -> Bool) -> Text {
    var variant = variant
    variant.context = nil
    variant.values.removeAll { $0.message.isEmpty || !isSelected($0) }
    return variant.values.isEmpty ? self : overridden(by: variant)
  }
}
