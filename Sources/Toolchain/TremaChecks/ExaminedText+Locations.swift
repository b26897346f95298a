import TremaCatalog
import TremaMessages
import TremaSupport

/// The locators of the most recently used values.
///
/// Finding one occurrence requires reading the whole value, which may have thousands of
/// occurrences. The master's locator is cached separately because its occurrences are reported
/// together with occurrences in each translation.
struct ValueLocatorCache {
  fileprivate var master: ValueLocator?
  fileprivate var other: (index: Int, locator: ValueLocator)?
}

extension ExaminedText {
  /// Returns the location where a plural or select starts.
  ///
  /// - Parameters:
  ///   - occurrenceIndex: The index among the occurrences of the value.
  ///   - index: The index of the value.
  func location(ofOccurrence occurrenceIndex: Int, inValue index: Int) -> SourceLocation {
    location(inValue: index) {
      $0.indices.contains(occurrenceIndex) ? $0[occurrenceIndex].range : nil
    }
  }

  /// Returns the location of a placeholder.
  ///
  /// - Parameters:
  ///   - use: The index among the argument uses in the value, or `nil` for the value's start.
  ///   - index: The index of the value.
  func location(ofUse use: Int?, inValue index: Int) -> SourceLocation {
    guard let use else { return location(ofValue: index) }
    return location(inValue: index) { occurrences in
      // A conversion that consumes no argument is an occurrence but not a use.
      let uses = occurrences.lazy.filter { $0.placeholder?.type != ArgumentType.none }
      return uses.dropFirst(use).first?.range
    }
  }

  /// Returns the location where a value's text starts.
  private func location(ofValue index: Int) -> SourceLocation {
    text.location(text.values[index].textPosition, of: text.values[index])
  }

  /// Returns the location of a range in a value.
  ///
  /// - Parameter range: Returns the byte range in the source, given the locations of conversions
  ///   and arguments, or `nil` for the value's start.
  func location(
    inValue index: Int, _ range: ([MessageLocation]) -> Range<Int>?
  ) -> SourceLocation {
    var locator = locator(ofValue: index)
    defer { cache(locator, ofValue: index) }
    guard let range = range(locator.occurrences) else { return location(ofValue: index) }
    return locator.location(ofSource: range, in: text)
  }

  /// Returns the cached locator of a value, or a new one.
  private func locator(ofValue index: Int) -> ValueLocator {
    if index == masterIndex, let known = locatorCache.master { return known }
    if let known = locatorCache.other, known.index == index { return known.locator }
    return ValueLocator(text.values[index])
  }

  /// Caches the locator of a value, including the positions that it has found.
  private func cache(_ locator: ValueLocator, ofValue index: Int) {
    if index == masterIndex {
      locatorCache.master = locator
    } else {
      locatorCache.other = (index, locator)
    }
  }
}
