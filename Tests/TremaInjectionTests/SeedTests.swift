import Foundation
import Testing
import TremaInjection

// As in the GirdersSwift documentation, neither the protocol nor the class is Sendable.
protocol SomeServiceProtocol {
  func someMethod() -> String
}

class SomeService: SomeServiceProtocol {
  private let text = UUID().uuidString
  func someMethod() -> String {
    return text
  }
}

class SomeOtherService {
  lazy var someService: SomeServiceProtocol = Container.resolve()

  func otherServiceMethod() -> String {
    let someValue = someService.someMethod()
    return someValue
  }
}

protocol Named: AnyObject, Sendable { var name: String { get } }
final class Counted: Named {
  let name: String
  init(_ counter: Counter) { name = "\(counter.next())" }
}

private enum Shop { struct Session: Sendable { let name = "shop" } }
private enum Bank { struct Session: Sendable { let name = "bank" } }

/// The static calls share one container: serialized, on the main actor as in an app.
@Suite(.serialized) @MainActor struct SeedTests {
  @Test func `the documented example works with a plain class`() {
    defer { Container.cleanup() }
    Container.addSingleton { () -> SomeServiceProtocol in
      return SomeService()
    }
    let resolvedInstance: SomeServiceProtocol = Container.resolve()
    #expect(SomeOtherService().otherServiceMethod() == resolvedInstance.someMethod())

    Container.addPerRequest { () -> SomeServiceProtocol in
      return SomeService()
    }
    let first: SomeServiceProtocol = Container.resolve()
    let second: SomeServiceProtocol = Container.resolve()
    #expect(first.someMethod() != second.someMethod())
    let other = SomeOtherService()
    #expect(other.otherServiceMethod() == other.otherServiceMethod())
  }

  @Test func `singletons and per-request values resolve by protocol and by class`() throws {
    defer { Container.cleanup() }
    let counter = Counter()
    Container.addSingleton { () -> any Named in Counted(counter) }
    Container.addPerRequest { () -> Counted in Counted(counter) }
    let (first, second): (any Named, any Named) = (Container.resolve(), Container.resolve())
    #expect(first === second)
    let (third, fourth): (Counted, Counted) = (
      try Container.resolveOrThrow(), try Container.resolveOrThrow()
    )
    #expect(third !== fourth)
  }

  @Test func `types are keys`() throws {
    defer { Container.cleanup() }
    Container.addSingleton { () -> any Service in LiveService() }
    let service: any Service = Container.resolve()
    let same: any Service = try Container.resolveOrThrow()
    #expect(service is LiveService && same is LiveService)
  }

  @Test func `adding a factory again discards the existing instance`() {
    defer { Container.cleanup() }
    let (real, mock) = (Counter(), Counter())
    Container.addSingleton { () -> any Named in Counted(real) }
    let old: any Named = Container.resolve()
    Container.addSingleton { () -> any Named in Counted(mock) }
    let new: any Named = Container.resolve()
    #expect(old !== new)
    #expect((real.value, mock.value) == (1, 1))
  }

  @Test func `types with the same name in different namespaces are distinct keys`() {
    defer { Container.cleanup() }
    Container.addSingleton { Shop.Session() }
    Container.addSingleton { Bank.Session() }
    let (shop, bank): (Shop.Session, Bank.Session) = (Container.resolve(), Container.resolve())
    #expect([shop.name, bank.name] == ["shop", "bank"])
  }

  @Test func `a cleanup removes all registrations`() {
    Container.addSingleton { Shop.Session() }
    Container.addSingleton { () -> SomeServiceProtocol in SomeService() }
    Container.cleanup()
    let message = text { () throws(ResolutionError) -> Shop.Session in
      try Container.resolveOrThrow(file: "App/S.swift", line: 5)
    }
    #expect(
      message == """
        no registration for 'Session' (key Session)
        required by root (S.swift:5)
        add: Container.addSingleton { () -> Session in … }
        """)
  }

  @Test func `a non-Sendable singleton is rejected outside the main actor`() async {
    defer { Container.cleanup() }
    Container.addSingleton(file: "App/S.swift", line: 5) { () -> SomeServiceProtocol in
      SomeService()
    }
    let message = await Task.detached {
      text { () throws(ResolutionError) in
        let service: SomeServiceProtocol = try Container.resolveOrThrow()
        return service.someMethod()
      }
    }.value
    #expect(
      message == """
        'any SomeServiceProtocol' (S.swift:5) is not Sendable, so its \
        singleton is confined to the main actor; resolve it there, make the type Sendable, or add it per \
        request
        """)
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test func `resolve stops the program with the error that resolveOrThrow throws`() async throws
    {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let session: Shop.Session = Container.resolve(file: "App/S.swift", line: 5)
        print(session)
      }
      let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        printed.contains(
          """
          no registration for 'Session' (key Session)
          required by root (S.swift:5)
          add: Container.addSingleton { () -> Session in … }
          """), "\(printed)")
    }

    @Test func `wrappers stop the program with the error's description`() async throws {
      let wrapped = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        struct Screen {
          @Injected(Key<Int>.required("answer", file: "A.swift", line: 1)) var answer
        }
        print(Screen().answer)
      }
      let called = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { print(inject(Key<Int>.required("answer", file: "A.swift", line: 1))) }
      for result in [wrapped, called] {
        let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(printed.contains("no registration for 'Int' (key answer)\nrequired by root ("))
        #expect(
          printed.contains(
            "add: try container.register(key) { … }, where key is the one of A.swift:1")
        )
      }
    }
  #endif
}
