import TremaCatalog
import TremaSupport

/// Who has each name in a target, in a few bytes a name: the name is made once more of the key when
/// another has the same hash.
struct NameOwners: Sendable {
  /// The number of a text, doubled, and whether it is an array.
  private var owners = KeyTable()
  /// Those of each owner, where they do not follow from its key alone.
  private var names: [Int: [TargetName]] = [:]

  init() {}

  /// Gives a name to a text, unless another has it.
  ///
  /// - Returns: the one that has it.
  mutating func insert(
    _ name: UnsafeBufferPointer<UInt8>, _ kind: TargetName.Kind, of text: Int, isArray: Bool,
    _ target: CheckTarget, _ texts: TextPlaces
  ) -> (text: Int, isArray: Bool)? {
    owners.grow()
    let place = owners.lookUp(name) { owner in
      has(owner, name, kind, target, texts)
    }
    if let owner = place.number { return (owner >> 1, owner & 1 == 1) }
    let owner = text << 1 | (isArray ? 1 : 0)
    owners.insert(owner, at: place)
    if target == .i18next { names[owner, default: []].append(TargetName(Array(name), kind)) }
    return nil
  }

  private func has(
    _ owner: Int, _ name: UnsafeBufferPointer<UInt8>, _ kind: TargetName.Kind,
    _ target: CheckTarget, _ texts: TextPlaces
  ) -> Bool {
    func isIt(_ other: TargetName) -> Bool {
      other.kind == kind && other.bytes.elementsEqual(name)
    }
    if let names = names[owner] { return names.contains(where: isIt) }
    return target.name(ofKey: texts.key(owner >> 1), isArray: owner & 1 == 1).map(isIt) ?? false
  }
}
