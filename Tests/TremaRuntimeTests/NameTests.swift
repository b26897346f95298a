import Foundation
import Testing
import TremaRuntime

#if canImport(SwiftUI)
  import Combine
  import SwiftUI
#endif

/// Names remain unambiguous if an app also imports Trema. That this file
/// compiles is half of the test.
@Suite struct NameTests {
  @Test func `names of Foundation types stay unambiguous`() throws {
    let date = Date(timeIntervalSince1970: 0)
    let calendar = Calendar(identifier: .gregorian)
    let bytes = Data([1, 2])
    let url = try #require(URL(string: "https://example.com"))
    let operation: Operation = BlockOperation {}
    let progress = Progress(totalUnitCount: 1)
    let locale = Locale(identifier: "de")
    let lock = NSLock()
    let decimal = Decimal(1)
    let measure = Measurement(value: 1, unit: UnitLength.meters)
    let notification = Notification(name: Notification.Name("x"))
    let bundle: Bundle = .main
    #expect(calendar.component(.year, from: date) >= 1969)
    #expect(bytes.count == 2)
    #expect(url.host == "example.com")
    #expect(!operation.isFinished)
    #expect(progress.totalUnitCount == 1)
    #expect(locale.identifier == "de")
    #expect(lock.try())
    #expect(decimal == 1)
    #expect(measure.unit == .meters)
    #expect(notification.object == nil)
    #expect(!bundle.bundlePath.isEmpty)
  }

  @Test func `our names need no module prefix`() throws {
    let timestamp: Timestamp = try Timestamp(rfc3339: "2002-05-09T15:21:00Z")
    let secret: Secret<String> = Secret("x")
    let key: Key<Int> = Key(.singleton) { _ in 1 }
    let container: Container = Container()
    let log: Log = Log(label: "names")
    let store: MemoryStore = MemoryStore()
    let draft: RequestBuilder = .get("https://example.com")
    #expect(timestamp.seconds == 1_020_957_660)
    #expect("\(secret) \(store)" == "<redacted> secrets in memory")
    #expect(try container(key) == 1)
    #expect(log.label == "names")
    #expect("\(draft)".contains("GET"))
  }
}
