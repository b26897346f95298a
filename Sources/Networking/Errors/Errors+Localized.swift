import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NetworkError: LocalizedError {
  /// What ``description`` says; it is not translated.
  public var errorDescription: String? { description }
}

extension TransportError: LocalizedError {
  /// What `description` says; it is not translated.
  public var errorDescription: String? { description }
}
