import TremaCatalog
import TremaMessages
import TremaSupport

/// The places of values that were asked for last. A value may have thousands, and to find one is to read all
/// of it; that of the master is asked for beside each of the others.
struct KnownPlaces {
  fileprivate var master: ValuePlaces?
  fileprivate var other: (index: Int, places: ValuePlaces)?
}

extension ExaminedText {
  /// The start of a plural or select.
  ///
  /// - Parameters:
  ///   - place: which of the places of its value it is.
  ///   - index: which of the values that is.
  func location(ofPlace place: Int, inValue index: Int) -> SourceLocation {
    location(inValue: index) { $0.indices.contains(place) ? $0[place].range : nil }
  }

  /// The place of a placeholder.
  ///
  /// - Parameters:
  ///   - use: which of the uses of its value it is; nil for the value as a whole.
  ///   - index: which of the values that is.
  func location(ofUse use: Int?, inValue index: Int) -> SourceLocation {
    guard let use else { return location(ofValue: index) }
    return location(inValue: index) { places in
      // What asks for nothing has a place and is no use.
      let uses = places.lazy.filter { $0.placeholder?.type != ArgumentType.none }
      return uses.dropFirst(use).first?.range
    }
  }

  /// The start of a value.
  private func location(ofValue index: Int) -> SourceLocation {
    text.location(text.values[index].textPosition, of: text.values[index])
  }

  /// The place of some bytes of a value; the value as a whole for none.
  ///
  /// - Parameter range: chooses them by the places of conversions and arguments.
  func location(
    inValue index: Int, _ range: ([MessagePlace]) -> Range<Int>?
  ) -> SourceLocation {
    var places = places(ofValue: index)
    defer { keep(places, ofValue: index) }
    guard let range = range(places.places) else { return location(ofValue: index) }
    return places.location(ofSource: range, in: text)
  }

  private func places(ofValue index: Int) -> ValuePlaces {
    if index == masterIndex, let known = knownPlaces.master { return known }
    if let known = knownPlaces.other, known.index == index { return known.places }
    return ValuePlaces(text.values[index])
  }

  private func keep(_ places: ValuePlaces, ofValue index: Int) {
    if index == masterIndex {
      knownPlaces.master = places
    } else {
      knownPlaces.other = (index, places)
    }
  }
}
