import TremaHTTP

extension HTTPClient {
  /// What goes over the wire: the target made absolute, the query added, the client's fields where
  /// the request has none of its own, the body encoded.
  func build(_ draft: AnyDraft, accept: String?) throws(NetworkError) -> ClientRequest {
    if let problem = draft.problem { throw problem }
    var head = draft.request
    let body: HTTPBody
    do {
      head.target = try target(head.target, draft.query)
      switch draft.body {
      case .none: body = .empty
      case .ready(let ready): body = ready
      case .encoded(let encode):
        do { body = try encode(coders) } catch {
          throw NetworkError(.encoding(error), request: head)
        }
      }
      var fields = self.fields
      fields.merge(head.fields)
      head.fields = fields
      if let accept, !fields.contains(.accept) { head.fields.append(.accept, accept) }
      try head.check(body: body)
    } catch let error as NetworkError {
      throw error
    } catch let error as HTTPSyntaxError {
      throw NetworkError(.invalidRequest(error), request: head)
    } catch {
      throw NetworkError(.encoding(error), request: head)
    }
    return ClientRequest(head, body: body)
  }

  private func target(_ target: String, _ query: Parameters) throws -> String {
    var reference = try URLReference(target)
    if reference.scheme == nil, let baseURL {
      reference = try URLReference(baseURL).appending(reference)
    }
    let items = try query.items(coders.query.rules)
    if !items.isEmpty {
      let added = coders.query.text(of: items)
      reference.query = reference.query.map { $0.isEmpty ? added : "\($0)&\(added)" } ?? added
    }
    return reference.description
  }
}
