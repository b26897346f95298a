import Testing
import TremaInjection
import TremaInjectionTesting
import TremaSupport

private struct Service: Sendable { let name: String }
private struct Screen: Sendable { let service: Service }

extension Keys {
  fileprivate static let plain = Key<Service>(
    .singleton, named: "plain", file: "App/Keys.swift", line: 1
  ) { _ in Service(name: "live") }
  fileprivate static let given = Key<Service>(.singleton, named: "given") { _ in
    Service(name: "live")
  }
  .forTests { _ in Service(name: "for tests") }
  fileprivate static let screen = Key<Screen>(.singleton, named: "screen") { r in
    Screen(service: try r(plain))
  }
  .liveInTests()
}

private let owned = Container()

@Suite(.injecting { $0[Keys.plain] = Service(name: "suite") })
struct InjectionTraitTests {
  @Test func `overrides of a suite apply to all its tests`() throws {
    #expect(try Container.shared(Keys.plain).name == "suite")
    #expect(inject(Keys.screen).service.name == "suite")
    #expect(try Container.shared(Keys.given).name == "for tests")
  }

  @Test(.injecting { $0[Keys.plain] = Service(name: "test") })
  func `a test's overrides take precedence`() throws {
    #expect(try Container.shared(Keys.screen).service.name == "test")
  }

  @Suite struct Nested {
    @Test func `overrides of a suite apply to nested suites`() throws {
      #expect(try Container.shared(Keys.screen).service.name == "suite")
    }
  }

  @Suite(.injecting(in: owned)) struct Owned {
    @Test func `a live dependency fails the test even if its error is ignored`() {
      withKnownIssue {
        #expect((try? owned(Keys.plain, file: "App/Model.swift", line: 7)) == nil)
      } matching: { issue in
        issue.comments.map(\.rawValue) == [
          """
          the live factory of 'Service' (key plain (Keys.swift:1)) must not run in a test
          required by the test (Model.swift:7)
          override the key, give it a value with forTests { … }, or allow it with useLive(key)
          """
        ]
      }
    }
  }
}

private struct FakeService: Sendable {}

extension Keys {
  fileprivate static let http = Key<FakeService>(.singleton, named: "http") { _ in FakeService() }
}

/// The examples of the guide.
@Suite(.injecting { $0[Keys.http] = FakeService() })
struct ProfileTests {}

private func load(_ http: FakeService) async {
  // The detached task itself uses the factories of the app.
  #expect((try? Container.shared(Keys.given).name) == "live")
}

@Suite(.injecting { $0[Keys.http] = FakeService() })
struct DetachedTests {
  @Test func loads() async throws {
    let http = inject(Keys.http)  // the fake
    await Task.detached { await load(http) }.value
  }
}
