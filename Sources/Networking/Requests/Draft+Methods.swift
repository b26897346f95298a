import TremaHTTP

extension Draft where Body == BodyForbidden {
  public static func get(_ target: String) -> Draft { Draft(.get, target) }
  public static func head(_ target: String) -> Draft { Draft(.head, target) }
  public static func trace(_ target: String) -> Draft { Draft(.trace, target) }
}

extension Draft where Body == BodyAllowed {
  public static func post(_ target: String) -> Draft { Draft(.post, target) }
  public static func put(_ target: String) -> Draft { Draft(.put, target) }
  public static func patch(_ target: String) -> Draft { Draft(.patch, target) }
  public static func delete(_ target: String) -> Draft { Draft(.delete, target) }
  public static func options(_ target: String) -> Draft { Draft(.options, target) }
  public static func query(_ target: String) -> Draft { Draft(.query, target) }

  /// With a method that is known only at run time. A body where that forbids one, and `CONNECT`, are
  /// refused when it is sent.
  public static func request(_ method: HTTPMethod, _ target: String) -> Draft {
    Draft(method, target)
  }
}

// So that `client.send(.get("users").decoding([User].self))` needs no name before the dot.
extension Request {
  public static func get(_ target: String) -> Draft<BodyForbidden> { .get(target) }
  public static func head(_ target: String) -> Draft<BodyForbidden> { .head(target) }
  public static func trace(_ target: String) -> Draft<BodyForbidden> { .trace(target) }
  public static func post(_ target: String) -> Draft<BodyAllowed> { .post(target) }
  public static func put(_ target: String) -> Draft<BodyAllowed> { .put(target) }
  public static func patch(_ target: String) -> Draft<BodyAllowed> { .patch(target) }
  public static func delete(_ target: String) -> Draft<BodyAllowed> { .delete(target) }
  public static func options(_ target: String) -> Draft<BodyAllowed> { .options(target) }
  public static func query(_ target: String) -> Draft<BodyAllowed> { .query(target) }
  public static func request(_ method: HTTPMethod, _ target: String) -> Draft<BodyAllowed> {
    .request(method, target)
  }
}
