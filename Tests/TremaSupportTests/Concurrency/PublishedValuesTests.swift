import Dispatch
import Testing
import TremaSupport

@Suite struct PublishedValuesTests {
  private final class Number: Sendable {
    let value: Int

    init(_ value: Int) { self.value = value }
  }

  /// A value of an odd size with a reference in it.
  private struct Named: Sendable {
    var name: String
    var number: Number
    var mark: UInt8
  }

  @Test func `a slot is empty until the first value is published`() {
    let row = PublishedValues<Named>(count: 3)
    #expect(row.withValue(at: 1) { $0.pointee.name } == nil)
    row.publish(Named(name: "the first of two, and long", number: Number(1), mark: 7), at: 1)
    row.publish(Named(name: "the second of two, and long", number: Number(2), mark: 8), at: 1)
    let found = row.withValue(at: 1) { $0.pointee }
    #expect(found?.name == "the first of two, and long")
    #expect(found?.number.value == 1)
    #expect(found?.mark == 7)
    #expect(row.withValue(at: 0) { $0.pointee.mark } == nil)
    #expect(row.withValue(at: 2) { $0.pointee.mark } == nil)
  }

  @Test func `all threads see the same complete value`() {
    let row = PublishedValues<(Int, String)>(count: 500)
    let seen = LockedValue(Set<[Int]>())
    let torn = LockedValue(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for place in 0..<500 {
        row.publish((thread, "a text of thread \(thread)"), at: place)
        // Nil while another thread is about to fill it.
        if let found = row.withValue(at: place, { $0.pointee }),
          found.1 != "a text of thread \(found.0)"
        {
          torn.add(1)
        }
      }
    }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let found = (0..<500).compactMap { place in row.withValue(at: place) { $0.pointee.0 } }
      seen.withLock { _ = $0.insert(found) }
    }
    #expect(torn.value == 0)
    #expect(seen.value.count == 1)
    #expect(seen.value.first?.count == 500)
  }

  @Test(arguments: [1, 100, 100_000])
  func `published values live as long as the row, later ones are released`(_ count: Int) {
    var row: PublishedValues<Number>? = PublishedValues(count: count)
    weak var first: Number?
    weak var late: Number?
    do {
      let (one, other) = (Number(1), Number(2))
      (first, late) = (one, other)
      row?.publish(one, at: count - 1)
      row?.publish(other, at: count - 1)
    }
    #expect(first?.value == 1)
    #expect(late == nil)
    row = nil
    #expect(first == nil)
  }
}
