import TremaRuntime

/// A client of the kitchen's server.
struct Kitchen: Sendable {
  /// With which secret the staff shows who they are.
  static let staffToken = SecretKey("staff-token", service: "bistro")

  let client: HTTPClient
  /// Opened for the staff alone: a guest needs no keyring.
  let secrets: Lazy<any SecureStore>
  let log: Log

  /// The dishes that are sold out tonight: `sold-out.json` on the server, a list of their names.
  ///
  /// - Throws: `NetworkError`; for the staff ``Unknown`` too, `SecretError`, and `ResolutionError` where
  ///   there is no store for secrets.
  func soldOut(asStaff: Bool = false) async throws -> Set<Dish> {
    var draft = RequestBuilder.get("sold-out.json")
    if asStaff {
      guard let token = try await secrets().string(for: Self.staffToken) else { throw Unknown() }
      draft = draft.bearer(token)
    }
    let names = try await client.send(draft.decoding([String].self))
    let dishes = names.compactMap { name in
      let dish = Dish(rawValue: name)
      if dish == nil { log.warning("no dish of this menu: \(name, .public)") }
      return dish
    }
    log.info("sold out: \(dishes.map(\.rawValue).joined(separator: ", "), .public)")
    return Set(dishes)
  }

  /// There is no token of the staff.
  struct Unknown: Error, CustomStringConvertible {
    var description: String { "there is no \(Kitchen.staffToken) to sign in with" }
  }
}
