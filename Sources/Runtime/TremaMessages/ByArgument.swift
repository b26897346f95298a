/// Indices by the numbers of arguments.
///
/// A value may have ten thousand arguments, which are counted from 1 without gaps but where somebody means
/// harm: they are found by their numbers, and only numbers beyond are hashed.
struct ByArgument: Hashable, Sendable {
  private var near: [Int32]
  private var far: [Int: Int] = [:]

  /// - Parameter count: about how many are to be kept.
  init(count: Int) { near = Array(repeating: -1, count: count + 8) }

  /// What is kept for a number; nil for none.
  subscript(number: Int) -> Int? {
    get {
      guard near.indices.contains(number) else { return far[number] }
      return near[number] < 0 ? nil : Int(near[number])
    }
    set {
      if near.indices.contains(number) {
        near[number] = newValue.map(Int32.init) ?? -1
      } else {
        far[number] = newValue
      }
    }
  }

  /// Those that something is kept for, in their order.
  var numbers: [Int] {
    let found = near.indices.filter { near[$0] >= 0 }
    return far.isEmpty ? found : (found + far.keys).sorted()
  }
}
