import TremaSupport

/// One lock for the states of all containers, so that a wait from one into another is seen too. It is
/// held for steps between states alone; factories, releases and `deinit`s run outside of it.
enum States {
  static let lock = Lock()
}

/// The instance of one key, for each argument.
///
/// `@unchecked Sendable` holds for all types of this file: their variables are read and written under
/// `States.lock` alone.
final class Slot: @unchecked Sendable {
  enum State {
    case idle
    case building(PendingInstance)
    case ready(Box)
    case weak(WeakBox)
  }

  // A build that failed goes back to idle; its error is in the build, for those who waited.
  // Unchecked, as below, because the lock has excluded all others already: a check costs as much again.
  @exclusivity(unchecked) var state = State.idle
  private var byArgument: [Argument: Slot] = [:]

  func slot(for argument: Argument?) -> Slot {
    guard let argument else { return self }
    if let slot = byArgument[argument] { return slot }
    let slot = Slot()
    byArgument[argument] = slot
    return slot
  }

  /// This one and those of all arguments.
  var all: [Slot] { [self] + byArgument.values }
}

final class WeakBox: @unchecked Sendable {
  private weak var object: AnyObject?
  private let rebox: @Sendable (AnyObject) -> Box?

  init(_ object: AnyObject, rebox: @escaping @Sendable (AnyObject) -> Box?) {
    self.object = object
    self.rebox = rebox
  }

  var box: Box? { object.flatMap(rebox) }
}

/// The slots of a container, or of one resolution.
final class Table: @unchecked Sendable {
  @exclusivity(unchecked) var slots = SlotMap()

  func slot(for id: ObjectIdentifier, _ argument: Argument?) -> Slot {
    if let slot = slots[id] { return slot.slot(for: argument) }
    let slot = Slot()
    slots.add(slot, for: id)
    return slot.slot(for: argument)
  }
}

/// A factory that runs, and those who wait for what it makes.
final class PendingInstance: @unchecked Sendable {
  let slot: Slot
  /// The first requester; its builds wait for this one.
  let requester: PendingInstance?
  /// The instances that the factory waits for; more than one from child tasks.
  var waitsFor: [PendingInstance] = []
  var waiters: [Waiter] = []
  var task: Task<Void, Never>?
  /// Set once.
  var path: Path?

  init(slot: Slot, requester: PendingInstance?) {
    self.slot = slot
    self.requester = requester
  }

  func stopWaiting(for build: PendingInstance) {
    if let index = waitsFor.firstIndex(where: { $0 === build }) { waitsFor.remove(at: index) }
  }

  /// The builds from this one to `target`, each waiting for the next; nil when none leads there.
  func route(to target: PendingInstance) -> [PendingInstance]? {
    var seen: Set<ObjectIdentifier> = []
    // Not recursive: as many may wait for each other as there are threads and tasks.
    var open: [(build: PendingInstance, from: Int?)] = [(self, nil)]
    var next = 0
    while next < open.count {
      let build = open[next].build
      if build === target {
        var (route, index): ([PendingInstance], Int?) = ([], next)
        while let place = index {
          route.append(open[place].build)
          index = open[place].from
        }
        return route.reversed()
      }
      for other in build.waitsFor where seen.insert(ObjectIdentifier(other)).inserted {
        open.append((other, next))
      }
      next += 1
    }
    return nil
  }
}

/// Slots by key. A key is an address, so one multiplication spreads it; what `Dictionary` does against
/// hostile keys costs a third of a resolution.
struct SlotMap {
  private struct Entry {
    var id: ObjectIdentifier
    var slot: Slot
  }

  // A power of two, at most half full: a search ends at a gap.
  private var entries: [Entry?] = Array(repeating: nil, count: 16)
  private var count = 0

  subscript(id: ObjectIdentifier) -> Slot? {
    @inline(__always) get {
      var index = place(of: id)
      while let entry = entries[index] {
        if entry.id == id { return entry.slot }
        index = (index &+ 1) & (entries.count &- 1)
      }
      return nil
    }
  }

  /// - Parameter id: one that has no slot.
  mutating func add(_ slot: Slot, for id: ObjectIdentifier) {
    if (count + 1) * 2 > entries.count { resize(to: entries.count * 2, without: nil) }
    insert(Entry(id: id, slot: slot))
  }

  mutating func remove(_ id: ObjectIdentifier) -> Slot? {
    guard let slot = self[id] else { return nil }
    resize(to: entries.count, without: id)
    return slot
  }

  private mutating func resize(to size: Int, without id: ObjectIdentifier?) {
    let old = entries
    entries = Array(repeating: nil, count: size)
    count = 0
    for case .some(let entry) in old where entry.id != id { insert(entry) }
  }

  private mutating func insert(_ entry: Entry) {
    var index = place(of: entry.id)
    while entries[index] != nil { index = (index &+ 1) & (entries.count &- 1) }
    entries[index] = entry
    count += 1
  }

  /// Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4): the high bits are the good ones.
  @inline(__always)
  private func place(of id: ObjectIdentifier) -> Int {
    let mixed = UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 32) & (entries.count &- 1)
  }
}
