import TremaSupport

/// The lock that protects the states of all containers. All containers share it so that waits
/// between containers are detected too. It is held only during state transitions; factories,
/// release functions and `deinit`s run without it.
enum ContainerStates {
  static let lock = Lock()
}

/// The instance of a key, and the instances for its arguments.
///
/// `@unchecked Sendable` holds for all types in this file: their variables are read and written
/// only under `ContainerStates.lock`.
final class Slot: @unchecked Sendable {
  /// An instance's state.
  enum State {
    /// There is no instance.
    case idle
    /// A factory is running.
    case building(PendingInstance)
    /// The instance is kept.
    case ready(Box)
    /// The instance is kept by another owner, or was until it was released.
    case weak(WeakBox)
  }

  // A failed build returns to idle; its error is in the pending instance, for its waiters. We skip
  // the exclusivity check, here and below: the lock already excludes other threads, and the check
  // would double the cost.
  @exclusivity(unchecked) var state = State.idle
  /// The slots of the arguments.
  private var byArgument: [Argument: Slot] = [:]

  /// Returns the slot of an argument, creating it if necessary. Returns this slot if there is no
  /// argument.
  func slot(for argument: Argument?) -> Slot {
    guard let argument else { return self }
    if let slot = byArgument[argument] { return slot }
    let slot = Slot()
    byArgument[argument] = slot
    return slot
  }

  /// This slot and the slots of all arguments.
  var all: [Slot] { [self] + byArgument.values }
}

/// A weak reference to an instance that is an object.
final class WeakBox: @unchecked Sendable {
  private weak var object: AnyObject?
  /// Returns the object in a box of its static type.
  private let rebox: @Sendable (AnyObject) -> Box?

  init(_ object: AnyObject, rebox: @escaping @Sendable (AnyObject) -> Box?) {
    self.object = object
    self.rebox = rebox
  }

  /// The instance, or `nil` if it was released.
  var box: Box? { object.flatMap(rebox) }
}

/// The slots for a container, or for one resolution.
final class SlotTable: @unchecked Sendable {
  /// The slots by key.
  @exclusivity(unchecked) var slots = SlotMap()

  /// Returns the slot of a key and an argument, creating it if necessary.
  func slot(for id: ObjectIdentifier, _ argument: Argument?) -> Slot {
    if let slot = slots[id] { return slot.slot(for: argument) }
    let slot = Slot()
    slots.add(slot, for: id)
    return slot.slot(for: argument)
  }
}

/// A factory that is running, and the requests that wait for its instance.
final class PendingInstance: @unchecked Sendable {
  /// The instance's slot.
  let slot: Slot
  /// The pending instance of the first request, which waits for this one.
  let requester: PendingInstance?
  /// The pending instances that the factory waits for. There can be more than one if it uses child
  /// tasks.
  var awaitedInstances: [PendingInstance] = []
  /// The waiting requests.
  var waiters: [Waiter] = []
  /// The task of an asynchronous factory.
  var task: Task<Void, Never>?
  /// The chain of running factories, set once.
  var path: Path?

  init(slot: Slot, requester: PendingInstance?) {
    self.slot = slot
    self.requester = requester
  }

  /// Removes one wait for another pending instance.
  func stopWaiting(for build: PendingInstance) {
    if let index = awaitedInstances.firstIndex(where: { $0 === build }) {
      awaitedInstances.remove(at: index)
    }
  }

  /// Returns the chain of pending instances from this one to `target`, each waiting for the next,
  /// or `nil` if there is none. Performs a breadth-first search.
  func route(to target: PendingInstance) -> [PendingInstance]? {
    var seen: Set<ObjectIdentifier> = []
    // We use an explicit queue because the chain can be as long as there are threads and tasks.
    var open: [(build: PendingInstance, from: Int?)] = [(self, nil)]
    var next = 0
    while next < open.count {
      let build = open[next].build
      if build === target {
        var (route, index): ([PendingInstance], Int?) = ([], next)
        while let current = index {
          route.append(open[current].build)
          index = open[current].from
        }
        return route.reversed()
      }
      for other in build.awaitedInstances where seen.insert(ObjectIdentifier(other)).inserted {
        open.append((other, next))
      }
      next += 1
    }
    return nil
  }
}

/// A hash table of slots by key. A key is an address, so one multiplication spreads it;
/// `Dictionary`'s protection against chosen keys would take up a third of a resolution.
struct SlotMap {
  /// An entry of the table.
  private struct Entry {
    /// The key.
    var id: ObjectIdentifier
    var slot: Slot
  }

  // The capacity is a power of two and at most half used, so every search ends at a gap.
  private var entries: [Entry?] = Array(repeating: nil, count: 16)
  /// The number of entries.
  private var count = 0

  /// A key's slot, or `nil` if there is none.
  subscript(id: ObjectIdentifier) -> Slot? {
    @inline(__always) get {
      var index = startIndex(of: id)
      while let entry = entries[index] {
        if entry.id == id { return entry.slot }
        index = (index &+ 1) & (entries.count &- 1)
      }
      return nil
    }
  }

  /// Adds a slot.
  ///
  /// - Parameter id: A key that has no slot.
  mutating func add(_ slot: Slot, for id: ObjectIdentifier) {
    if (count + 1) * 2 > entries.count { resize(to: entries.count * 2, without: nil) }
    insert(Entry(id: id, slot: slot))
  }

  /// Removes and returns the slot of a key. Takes linear time, because all entries are inserted
  /// again.
  mutating func remove(_ id: ObjectIdentifier) -> Slot? {
    guard let slot = self[id] else { return nil }
    resize(to: entries.count, without: id)
    return slot
  }

  /// Changes the capacity and removes one key.
  private mutating func resize(to size: Int, without id: ObjectIdentifier?) {
    let old = entries
    entries = Array(repeating: nil, count: size)
    count = 0
    for case .some(let entry) in old where entry.id != id { insert(entry) }
  }

  /// Inserts an entry at the first gap.
  private mutating func insert(_ entry: Entry) {
    var index = startIndex(of: entry.id)
    while entries[index] != nil { index = (index &+ 1) & (entries.count &- 1) }
    entries[index] = entry
    count += 1
  }

  /// Returns the index where the search for a key starts, by Fibonacci hashing (Knuth, The Art of
  /// Computer Programming, 6.4), which mixes the high bits best.
  @inline(__always)
  private func startIndex(of id: ObjectIdentifier) -> Int {
    let mixed = UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 32) & (entries.count &- 1)
  }
}
