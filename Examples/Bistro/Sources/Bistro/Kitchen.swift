import TremaRuntime

/// A client of the kitchen's server.
struct Kitchen: Sendable {
  /// The key of the token that authenticates the staff.
  static let staffToken = SecretKey("staff-token", service: "bistro")

  let client: HTTPClient
  /// The secure store, which is opened only for the staff.
  let secrets: Lazy<any SecureStore>
  let log: Log

  /// Returns the dishes that are sold out tonight, from the JSON array `sold-out.json` on the
  /// server.
  ///
  /// - Throws: `NetworkError`; with `asStaff` also ``MissingToken``, `SecretError`, and
  ///   `ResolutionError` if no secure store is available.
  func soldOut(asStaff: Bool = false) async throws -> Set<Dish> {
    var request = RequestBuilder.get("sold-out.json")
    if asStaff {
      guard let token = try await secrets().string(for: Self.staffToken) else {
        throw MissingToken()
      }
      request = request.bearer(token)
    }
    let names = try await client.send(request.decoding([String].self))
    let dishes = names.compactMap { name in
      let dish = Dish(rawValue: name)
      if dish == nil { log.warning("unknown dish: \(name, .public)") }
      return dish
    }
    log.info("sold out: \(dishes.map(\.rawValue).joined(separator: ", "), .public)")
    return Set(dishes)
  }

  /// The secure store has no token for the staff.
  struct MissingToken: Error, CustomStringConvertible {
    var description: String { "the secret \(Kitchen.staffToken) is missing" }
  }
}
