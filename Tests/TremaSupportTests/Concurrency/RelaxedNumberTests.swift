import Testing
import TremaSupport

@Suite struct RelaxedNumberTests {
  @Test func `any thread can read, replace and add to a number`() async {
    let number = RelaxedNumber(-3)
    #expect(number.value == -3)
    number.value = .max
    #expect(number.add(1) == .max && number.value == .min)
    number.value = 0
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1000 { number.add(1) } } }
    }
    #expect(number.value == 8000)
  }
}
