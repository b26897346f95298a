import TremaCatalog
import TremaMessages

/// A name that a target generates for a text, with the kind of the named item.
struct TargetName: Hashable {
  /// The namespace of a name. Android has a separate namespace for arrays, so names of different
  /// kinds cannot collide.
  enum Kind: Hashable { case text, array }

  var kind = Kind.text
  /// The name in UTF-8.
  var bytes: [UInt8]

  init(_ name: String, _ kind: Kind = .text) { self.init(Array(name.utf8), kind) }

  init(_ bytes: [UInt8], _ kind: Kind) {
    self.bytes = bytes
    self.kind = kind
  }

  var name: String { String(decoding: bytes, as: UTF8.self) }
}

extension CheckTarget {
  /// Returns the names that the target generates for a text, except names that equal the key. The
  /// first item of an array provides the name of the array.
  ///
  /// - Parameter item: The position of the text in an array, or `nil` if it is not an item.
  func names(of text: ExaminedText, _ item: ArrayItem?) -> [(name: TargetName, isArray: Bool)] {
    let key = text.text.key
    switch self {
    case .swift(let separator):
      var names = [
        (name: TargetName(SwiftName.member(for: key, nestedBy: separator).name), isArray: false)
      ]
      // Swift has no array accessor for items that take arguments.
      if let item, item.index == 0, text.text.values.allSatisfy({ !$0.message.hasPlaceholders }) {
        let name = SwiftName.member(for: item.arrayKey, nestedBy: separator).name
        names.append((TargetName(name), true))
      }
      return names
    case .kotlin:
      guard let item else { return [(TargetName(KotlinName.member(for: key).name), false)] }
      return item.index == 0 ? [(TargetName(KotlinName.member(for: item.arrayKey).name), true)] : []
    case .android, .compose:
      guard let item else { return [(TargetName(AndroidName.resource(for: key).name), false)] }
      let name = AndroidName.resource(for: item.arrayKey).name
      return item.index == 0 ? [(TargetName(name, .array), true)] : []
    case .i18next: return Self.i18nextKeys(of: text.text).map { (TargetName($0), false) }
    case .store(let listing):
      return listing.field(ofKey: key).map { [(TargetName($0.path), false)] } ?? []
    case .apple, .properties, .arb: return []
    }
  }

  /// Appends the name that the target generates for the key of a plain text.
  ///
  /// - Parameters:
  ///   - key: The key in UTF-8.
  ///   - name: The buffer to append the name to.
  /// - Returns: `false` if the name equals the key.
  func appendName(of key: UnsafeBufferPointer<UInt8>, to name: inout [UInt8]) -> Bool {
    switch self {
    case .swift(let separator):
      if separator == nil, SwiftName.append(memberForPlain: key, to: &name) { return true }
      let key = String(decoding: key, as: UTF8.self)
      name += SwiftName.member(for: key, nestedBy: separator).name.utf8
    case .kotlin:
      if KotlinName.append(memberForPlain: key, to: &name) { return true }
      name += KotlinName.member(for: String(decoding: key, as: UTF8.self)).name.utf8
    case .android, .compose: AndroidName.append(resourceFor: key, to: &name)
    case .i18next: name += key
    case .store(let listing):
      guard let field = listing.field(ofKey: String(decoding: key, as: UTF8.self)) else {
        return false
      }
      name += field.path.utf8
    case .apple, .properties, .arb: return false
    }
    return true
  }

  /// Whether the target and `KotlinName` generate the same member name for a plain key.
  var sharesMembers: Bool {
    switch self {
    case .swift(let separator): separator == nil
    case .kotlin: true
    case .apple, .android, .compose, .properties, .i18next, .arb, .store: false
    }
  }

  /// Returns the name that the target generates for a key.
  ///
  /// - Parameters:
  ///   - key: The key of a text.
  ///   - isArray: Whether to return the name of the array that begins with the text.
  /// - Returns: `nil` if the name does not depend on the key alone.
  func name(ofKey key: String, isArray: Bool) -> TargetName? {
    let named = isArray ? ArrayItem(key)?.arrayKey ?? key : key
    switch self {
    case .swift(let separator):
      return TargetName(SwiftName.member(for: named, nestedBy: separator).name)
    case .kotlin: return TargetName(KotlinName.member(for: named).name)
    case .android, .compose:
      return TargetName(AndroidName.resource(for: named).name, isArray ? .array : .text)
    case .store(let listing): return listing.field(ofKey: key).map { TargetName($0.path) }
    case .i18next, .apple, .properties, .arb: return nil
    }
  }

  /// Returns the keys of all languages: one for each plural form, as in `day_one`, or the key
  /// itself.
  ///
  /// Source: i18next.com, "Plurals".
  private static func i18nextKeys(of text: Text) -> [String] {
    var keys: [String] = []
    for value in text.values {
      for key in i18nextKeys(text.key, value)
      where !keys.contains(where: { $0.equalsExactly(key) }) { keys.append(key) }
    }
    return keys
  }

  /// Returns the keys of one value.
  private static func i18nextKeys(_ key: String, _ value: Value) -> [String] {
    guard case .plural(let plural)? = value.message.asOnePlural?.kind else { return [key] }
    if plural.kind == .ordinal {
      return plural.branches.compactMap { branch in
        guard case .category(let category) = branch.selector else { return nil }
        return "\(key)_ordinal_\(category.rawValue)"
      }
    }
    guard let language = LanguageTag(value.language),
      let forms = PluralForms(plural, in: language, for: .apple)
    else { return [key] }
    return forms.forms.map { "\(key)_\($0.category.rawValue)" }
  }
}
