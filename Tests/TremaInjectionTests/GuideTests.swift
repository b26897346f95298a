import Foundation
import Testing
import TremaInjection
import TremaTestSupport

protocol Service: Sendable {}
struct LiveService: Service {}
struct FakeService: Service {}

struct Profile: Sendable { let http: any Service }
struct Page: Sendable, Equatable { let number: Int }
actor Store {
  let http: any Service
  init(http: any Service) { self.http = http }
  static func open(with http: any Service) async throws -> Store { Store(http: http) }
  func close() {}
}

extension Keys {
  static let http = Key<any Service>(.singleton) { _ in LiveService() }
  static let profile = Key<Profile>(.cached, requires: [http]) { r in Profile(http: try r(http)) }
  static let store = AsyncKey<Store>(.singleton, onRelease: { await $0.close() }) { r in
    try await Store.open(with: r(http))
  }
  static let payments = Key<any Service>.required("payments")
  static let page = ArgumentKey<Int, Page>(.perRequest) { _, number in Page(number: number) }
}

extension Keys {
  static let clock = Key<any Service>(.singleton) { _ in LiveService() }
    .forTests { _ in FakeService() }
    .forPreviews { _ in FakeService() }
  static let summary = Key<Profile>(.singleton) { r in Profile(http: try r(clock)) }.liveInTests()
}

struct Screen {
  @Injected(Keys.profile) var profile
}
final class Model: Sendable {
  let profile = inject(Keys.profile)
}

/// The examples of the guide.
@Suite struct GuideTests {
  private let container = Container()

  @Test func `the example for keys resolves its values`() async throws {
    try container.register(Keys.payments) { _ in LiveService() }
    let profile = try container(Keys.profile)
    let store = try await container(Keys.store)
    let page = try container(Keys.page, 7)
    #expect(profile.http is LiveService)
    #expect(store.http is LiveService)
    #expect(page == Page(number: 7))
    #expect(Screen().profile.http is LiveService)
    #expect(Model().profile.http is LiveService)
    #expect(await container.validate(roots: [Keys.payments, Keys.page]).isEmpty == false)
    for problem in await container.validate(roots: [Keys.profile, Keys.store]) { print(problem) }
    print(container.dump(.mermaid))
    container.freeze()
    await container.shutdown()
  }

  @Test func `the example for overrides works`() async throws {
    func check(_ profile: Profile, _ store: Store) {
      #expect(profile.http is FakeService)
    }
    let container = container
    try await container.overriding {
      $0[Keys.http] = FakeService()
    } operation: {
      let profile = try container(Keys.profile)
      let store = try await container(Keys.store)
      check(profile, store)
    }
    #expect(try container(Keys.profile).http is LiveService)
  }

  @Test func `live factories are errors in a test`() throws {
    func check(_ profile: Profile) { #expect(profile.http is FakeService) }
    try container.testing {
      $0[Keys.http] = FakeService()
      $0.useLive(Keys.profile)
    } operation: {
      let profile = try container(Keys.profile)
      check(profile)
    }
    try container.testing { () throws in
      #expect(try container(Keys.summary).http is FakeService)
    }
  }

  @Test func `the page shows the code that is compiled here`() throws {
    let page = try PageBlocks(page: "Injection.md")
    #expect(page.blocks.count == 10)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let files = [
      "GuideTests.swift", "SeedTests.swift",
      "../TremaInjectionTestingTests/InjectionTraitTests.swift",
    ]
    let sources = try files.map {
      try PageBlocks.source(of: folder.appendingPathComponent($0).path)
    }
    for block in page.blocks { #expect(sources.contains { $0.contains(block) }, "\(block)") }
  }
}
