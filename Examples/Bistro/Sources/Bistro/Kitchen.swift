import TremaRuntime

/// Where the dishes come from.
struct Kitchen: Sendable {
  let client: HTTPClient
  let log: Log

  /// The dishes that are sold out tonight: `sold-out.json` on the server, a list of their names.
  func soldOut() async throws(NetworkError) -> Set<Dish> {
    let names = try await client.send(.get("sold-out.json").decoding([String].self))
    let dishes = names.compactMap { name in
      let dish = Dish(rawValue: name)
      if dish == nil { log.warning("no dish of this menu: \(name, .public)") }
      return dish
    }
    log.info("sold out: \(dishes.map(\.rawValue).joined(separator: ", "), .public)")
    return Set(dishes)
  }
}
