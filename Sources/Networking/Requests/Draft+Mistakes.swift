import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Messages for mistakes that the compiler could not explain otherwise. No call of these functions compiles.

extension Draft where Body == BodyAllowed {
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a value of the type Any cannot be encoded; pass a struct that is Codable, or declare the dictionary as [String: (any Encodable & Sendable)?]"
  )
  public func json(_ values: [String: Any], with encoder: JSONEncoder? = nil) -> Draft { self }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a value of the type Any cannot be encoded; pass an array of a type that is Codable, or a JSONValue"
  )
  public func json(_ values: [Any], with encoder: JSONEncoder? = nil) -> Draft { self }
}

extension Request {
  @available(*, unavailable, message: "the body is a step of its own: .post(\"dishes\").json(dish)")
  public static func post<Body>(_ target: String, json: Body) -> Draft<BodyAllowed> {
    .post(target)
  }

  @available(
    *, unavailable, message: "the body is a step of its own: .put(\"dishes/7\").json(dish)"
  )
  public static func put<Body>(_ target: String, json: Body) -> Draft<BodyAllowed> {
    .put(target)
  }

  @available(
    *, unavailable, message: "the body is a step of its own: .patch(\"dishes/7\").json(dish)"
  )
  public static func patch<Body>(_ target: String, json: Body) -> Draft<BodyAllowed> {
    .patch(target)
  }
}

extension HeadAndValue where Value == [UInt8] {
  @available(*, unavailable, message: "the bytes of the body are in 'value'")
  public var data: Data { Data(value) }
}

extension JSONDecoder {
  @available(
    *, unavailable,
    message:
      "let the request decode the response: send(.get(\"dishes/7\").decoding(Dish.self)), or pass Data(answer.value)"
  )
  public func decode<Value>(_ type: Value.Type, from answer: HeadAndValue<[UInt8]>) throws -> Value
  {
    throw NetworkError(.unsupported("a head with a value"))
  }
}
