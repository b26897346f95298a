import TremaHTTP

extension TransportConformance {
  /// Conformance cases for sending requests.
  static let requestCases: [Case] = [
    Case(
      "a method is sent unchanged",
      "Methods are case-sensitive, and any token is a method (RFC 9110, section 9.1)."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      let names = [
        "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "PURGE", "m-search",
      ]
      for name in names {
        guard let method = try? HTTPMethod(name) else { continue }
        _ = await probe.response(to: HTTPRequest(method, route.url), name)
      }
      let seen = route.requests.map(\.method)
      probe.expect(seen == names, "\(names) were received as \(seen)")
    },
    Case(
      "a request target is sent unchanged",
      "Another spelling of a URL can have another meaning, and it invalidates signatures."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      let targets = [
        "", "/", "//two//slashes/", "/%7euser/%2F%2f/a%20b", "/a/../b/./c", "?", "?a=1&a=2&b",
        "?plus=+&space=%20&mark=a?b/c", "/;v=1,2/!$&'()*+,;=:@",
        "?" + String(repeating: "q", count: 6000),
      ]
      for target in targets {
        _ = await probe.response(
          to: HTTPRequest(.get, route.url + target), "'\(target.prefix(40))'")
      }
      let path = route.url.dropFirst(probe.server.url.count)
      for (target, request) in zip(targets, route.requests) {
        probe.expect(
          request.target == path + target,
          "'\(path)\(target.prefix(40))' was received as '\(request.target)'")
      }
    },
    Case(
      "each field is sent once and unchanged",
      "The fields of the caller are neither changed nor repeated."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      let fields: HTTPFields = [
        "X-First": "one", "User-Agent": "conformance/1", "Accept": "text/x-own;q=0.5, */*;q=0.1",
        "Accept-Language": "de-CH", "X-Colons": "a:b: c", "X-UTF-8": "Zürich €",
        "X-Quoted": "\"a, b\"",
        "Authorization": "Basic dXNlcjpwYXNz", "Cookie": "a=1; b=2", "x-lower": "Kept",
        "Content-Type": "application/x-own", "X-Last": String(repeating: "l", count: 4000),
      ]
      let request = HTTPRequest(.post, route.url, fields: fields)
      _ = await probe.response(to: request, body: .bytes([1, 2, 3]))
      guard let seen = route.requests.first?.fields else { return }
      for field in fields {
        let values = seen[values: field.name]
        probe.expect(values == [field.value], "\(field.name) was received as \(values)")
      }
    },
    Case(
      "fields with the same name are sent separately and in order",
      "A list may have several lines, whose order is significant (RFC 9110, section 5.3)."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      let fields: HTTPFields = [
        "X-List": "1", "X-Other": "between", "X-List": "2", "X-List": "3, 4",
      ]
      _ = await probe.response(to: HTTPRequest(.get, route.url, fields: fields))
      let seen = route.requests.first?.fields.filter { fields.contains($0.name) } ?? []
      probe.expect(
        seen == fields.all, "they were received as \(seen.map { "\($0.name): \($0.value)" })")
    },
    Case(
      "an empty field is sent", "An empty field differs from a missing one (RFC 9110, section 5.5)."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      _ = await probe.response(to: HTTPRequest(.get, route.url, fields: ["X-Empty": ""]))
      let seen = route.requests.first?.fields[values: "X-Empty"] ?? []
      probe.expect(seen == [""], "it was received as \(seen)")
    },
    Case(
      "Content-Type is not added",
      "The transport does not know the type of the bytes."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      _ = await probe.response(to: HTTPRequest(.post, route.url), body: .bytes([0xFF, 0xFE]))
      let seen = route.requests.first?.fields[.contentType]
      probe.expect(seen == nil, "the server received the Content-Type '\(seen ?? "")'")
    },
    Case(
      "only fields that describe the transport are added",
      "Any other byte could leak memory or identify the user."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      let allowedNames: Set<HTTPFields.Name> = [
        .host, .connection, .accept, .acceptEncoding, .acceptLanguage, .userAgent, .contentLength,
        .transferEncoding, .expect,
      ]
      for body in [HTTPBody.empty, .bytes(Pattern.bytes(100))] {
        for number in 1...20 {
          let fields: HTTPFields = ["X-Own": String(repeating: "x", count: number * 7)]
          let request = HTTPRequest(.post, route.url, fields: fields)
          _ = await probe.response(to: request, body: body, "request \(number)")
        }
      }
      let codings = ["gzip", "deflate", "br", "identity", "*", "gzip;q=1.0"]
      for request in route.requests {
        let added = request.fields.map(\.name).filter {
          !allowedNames.contains($0) && $0 != "X-Own"
        }
        probe.expect(added.isEmpty, "the transport added \(added)")
        let list = (request.fields[.acceptEncoding] ?? "").split(separator: ",")
          .map { String($0.drop { $0 == " " }) }
        probe.expect(
          list.allSatisfy(codings.contains), "Accept-Encoding contains the codings \(list)")
      }
    },
    Case(
      "Host contains the host and port of the URL",
      "The field distinguishes the sites of one address (RFC 9110, section 7.2)."
    ) { probe in
      let route = probe.serve { try $0.respond() }
      _ = await probe.response(to: HTTPRequest(.get, route.url))
      let seen = route.requests.first?.fields[values: .host] ?? []
      probe.expect(seen == [String(probe.server.url.dropFirst(7))], "it was received as \(seen)")
    },
  ]
}
