import TremaCatalog
import TremaMessages
import TremaSupport

/// The places of conversions and arguments of the values that were used last.
///
/// Finding one place requires reading the whole value, which may have thousands. The master's
/// places are cached separately, because they are reported beside those of each translation.
struct ValueLocatorCache {
  fileprivate var master: ValueLocator?
  fileprivate var other: (index: Int, places: ValueLocator)?
}

extension ExaminedText {
  /// Returns the location of the start of a plural or select.
  ///
  /// - Parameters:
  ///   - place: The index among the places of the value.
  ///   - index: The index of the value.
  func location(ofOccurrence place: Int, inValue index: Int) -> SourceLocation {
    location(inValue: index) { $0.indices.contains(place) ? $0[place].range : nil }
  }

  /// Returns the location of a placeholder.
  ///
  /// - Parameters:
  ///   - use: The index among the uses of arguments in the value; `nil` for the start of the value.
  ///   - index: The index of the value.
  func location(ofUse use: Int?, inValue index: Int) -> SourceLocation {
    guard let use else { return location(ofValue: index) }
    return location(inValue: index) { places in
      // A conversion that consumes no argument has a place, but is not a use.
      let uses = places.lazy.filter { $0.placeholder?.type != ArgumentType.none }
      return uses.dropFirst(use).first?.range
    }
  }

  /// Returns the location of the start of a value's text.
  private func location(ofValue index: Int) -> SourceLocation {
    text.location(text.values[index].textPosition, of: text.values[index])
  }

  /// Returns the location of a range of a value.
  ///
  /// - Parameter range: Returns the range of bytes of the source, given the places of conversions
  ///   and arguments; `nil` for the start of the value.
  func location(
    inValue index: Int, _ range: ([MessageLocation]) -> Range<Int>?
  ) -> SourceLocation {
    var places = locator(ofValue: index)
    defer { cache(places, ofValue: index) }
    guard let range = range(places.occurrences) else { return location(ofValue: index) }
    return places.location(ofSource: range, in: text)
  }

  /// Returns the cached places of a value, or reads them from its source.
  private func locator(ofValue index: Int) -> ValueLocator {
    if index == masterIndex, let known = locatorCache.master { return known }
    if let known = locatorCache.other, known.index == index { return known.places }
    return ValueLocator(text.values[index])
  }

  /// Caches the places of a value, including the positions found since.
  private func cache(_ places: ValueLocator, ofValue index: Int) {
    if index == masterIndex {
      locatorCache.master = places
    } else {
      locatorCache.other = (index, places)
    }
  }
}
