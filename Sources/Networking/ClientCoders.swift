import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a client writes values into requests and reads them out of responses.
public struct ClientCoders: Sendable {
  public var json: JSONEncoder
  public var jsonDecoder: JSONDecoder

  public init(json: JSONEncoder = JSONEncoder(), jsonDecoder: JSONDecoder = JSONDecoder()) {
    self.json = json
    self.jsonDecoder = jsonDecoder
  }
}
