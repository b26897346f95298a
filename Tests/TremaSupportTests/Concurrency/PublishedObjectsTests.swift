import Dispatch
import Testing
import TremaSupport

@Suite struct PublishedObjectsTests {
  private final class Number: Sendable {
    let value: Int

    init(_ value: Int) { self.value = value }
  }

  @Test func `a slot is empty until the first object is published`() {
    let row = PublishedObjects<Number>(count: 2)
    #expect(row[0] == nil)
    #expect(row.withObject(at: 0) { $0.value } == nil)
    #expect(row.publish(Number(1), at: 0).value == 1)
    #expect(row.publish(Number(2), at: 0).value == 1)
    #expect(row[0]?.value == 1)
    #expect(row.withObject(at: 0) { $0.value } == 1)
    #expect(row[1] == nil)
  }

  @Test func `all threads get the same object`() {
    let row = PublishedObjects<Number>(count: 200)
    let sums = LockedValue<Set<Int>>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let sum = (0..<200).reduce(0) { sum, place in
        sum &* 31 &+ row.publish(Number(thread), at: place).value
      }
      sums.withLock { _ = $0.insert(sum) }
    }
    #expect(sums.value.count == 1)
  }

  @Test(arguments: [3, 512, 513, 1024, 100_000])
  func `published objects live as long as the row, later ones are released`(_ count: Int) {
    var row: PublishedObjects<Number>? = PublishedObjects(count: count)
    weak var first: Number?
    weak var late: Number?
    do {
      let (one, other) = (Number(1), Number(2))
      (first, late) = (one, other)
      _ = row?.publish(one, at: count - 1)
      _ = row?.publish(other, at: count - 1)
    }
    #expect(row?[0] == nil)
    #expect(first?.value == 1)
    #expect(late == nil)
    row = nil
    #expect(first == nil)
  }

  @Test func `a row can be empty`() {
    #expect(PublishedObjects<Number>(count: 0).count == 0)
  }
}
