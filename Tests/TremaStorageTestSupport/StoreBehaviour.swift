import Foundation
import TremaStorage

/// A requirement of every store for secrets. It is a value, so that it can be tested on a store of
/// the tests' own process and in a process with a session of its own alike.
package struct StoreBehaviour: Sendable, CustomStringConvertible {
  /// A requirement that a store does not meet.
  package struct Broken: Error, CustomStringConvertible {
    package let description: String
  }

  /// An empty service of a store.
  package struct Trial: Sendable {
    package let store: any BlockingSecureStore
    package let service: String

    package init(_ store: any BlockingSecureStore, service: String) {
      self.store = store
      self.service = service
    }

    func key(_ name: String) -> SecretKey { SecretKey(name, service: service) }

    func expect<Value: Equatable>(
      _ found: Value, _ expected: Value, _ line: Int = #line
    ) throws(Broken) {
      guard found != expected else { return }
      let words = "\(found)"
      throw Broken(description: "line \(line): \(words.prefix(200)) is not \(expected)")
    }
  }

  package let description: String
  private let body: @Sendable (Trial) async throws -> Void

  init(_ description: String, _ body: @escaping @Sendable (Trial) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// - Throws: ``Broken``, or the error of the store.
  package func check(_ store: any BlockingSecureStore, service: String) async throws {
    try await body(Trial(store, service: service))
  }
}
