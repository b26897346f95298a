import TremaHTTP

extension TransportConformance {
  static let requestCases: [Case] = [
    Case(
      "a method goes over the wire as it is named",
      "Methods are case-sensitive, and any token is one (RFC 9110, section 9.1)."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      let names = [
        "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "PURGE", "m-search",
      ]
      for name in names {
        guard let method = try? HTTPMethod(name) else { continue }
        _ = await probe.answer(to: HTTPRequest(method, route.url), name)
      }
      let seen = route.requests.map(\.method)
      probe.expect(seen == names, "\(names) came as \(seen)")
    },
    Case(
      "a target goes over the wire as it is written",
      "Nothing in a URL means the same when it is written in another way, signatures least of all."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      let targets = [
        "", "/", "//two//slashes/", "/%7euser/%2F%2f/a%20b", "/a/../b/./c", "?", "?a=1&a=2&b",
        "?plus=+&space=%20&mark=a?b/c", "/;v=1,2/!$&'()*+,;=:@",
        "?" + String(repeating: "q", count: 6000),
      ]
      for target in targets {
        _ = await probe.answer(to: HTTPRequest(.get, route.url + target), "'\(target.prefix(40))'")
      }
      let path = route.url.dropFirst(probe.server.url.count)
      for (target, request) in zip(targets, route.requests) {
        probe.expect(
          request.target == path + target,
          "'\(path)\(target.prefix(40))' came as '\(request.target)'")
      }
    },
    Case(
      "each field is sent once and as it is",
      "What the caller says of a request is neither changed nor said twice."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      let fields: HTTPFields = [
        "X-First": "one", "User-Agent": "conformance/1", "Accept": "text/x-own;q=0.5, */*;q=0.1",
        "Accept-Language": "de-CH", "X-Colons": "a:b: c", "X-UTF-8": "Zürich €",
        "X-Quoted": "\"a, b\"",
        "Authorization": "Basic dXNlcjpwYXNz", "Cookie": "a=1; b=2", "x-lower": "Kept",
        "Content-Type": "application/x-own", "X-Last": String(repeating: "l", count: 4000),
      ]
      let request = HTTPRequest(.post, route.url, fields: fields)
      _ = await probe.answer(to: request, body: .bytes([1, 2, 3]))
      guard let seen = route.requests.first?.fields else { return }
      for field in fields {
        let values = seen[values: field.name]
        probe.expect(values == [field.value], "\(field.name) came as \(values)")
      }
    },
    Case(
      "fields of one name are sent apart and in their order",
      "A list may be written in several lines, and their order means something (RFC 9110, section 5.3)."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      let fields: HTTPFields = [
        "X-List": "1", "X-Other": "between", "X-List": "2", "X-List": "3, 4",
      ]
      _ = await probe.answer(to: HTTPRequest(.get, route.url, fields: fields))
      let seen = route.requests.first?.fields.filter { fields.contains($0.name) } ?? []
      probe.expect(seen == fields.all, "they came as \(seen.map { "\($0.name): \($0.value)" })")
    },
    Case(
      "an empty field is sent", "It says something else than none (RFC 9110, section 5.5)."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      _ = await probe.answer(to: HTTPRequest(.get, route.url, fields: ["X-Empty": ""]))
      let seen = route.requests.first?.fields[values: "X-Empty"] ?? []
      probe.expect(seen == [""], "it came as \(seen)")
    },
    Case(
      "no type of content is made up",
      "Who gives bytes and no Content-Type has said nothing of them."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      _ = await probe.answer(to: HTTPRequest(.post, route.url), body: .bytes([0xFF, 0xFE]))
      let seen = route.requests.first?.fields[.contentType]
      probe.expect(seen == nil, "the server was told '\(seen ?? "")'")
    },
    Case(
      "nothing is added but what the transport can say for itself",
      "Any other byte on the wire would be foreign memory, or identify the user."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      let own: Set<HTTPFields.Name> = [
        .host, .connection, .accept, .acceptEncoding, .acceptLanguage, .userAgent, .contentLength,
        .transferEncoding, .expect,
      ]
      for body in [HTTPBody.empty, .bytes(Pattern.bytes(100))] {
        for number in 1...20 {
          let fields: HTTPFields = ["X-Own": String(repeating: "x", count: number * 7)]
          let request = HTTPRequest(.post, route.url, fields: fields)
          _ = await probe.answer(to: request, body: body, "request \(number)")
        }
      }
      let codings = ["gzip", "deflate", "br", "identity", "*", "gzip;q=1.0"]
      for request in route.requests {
        let added = request.fields.map(\.name).filter { !own.contains($0) && $0 != "X-Own" }
        probe.expect(added.isEmpty, "it added \(added)")
        let list = (request.fields[.acceptEncoding] ?? "").split(separator: ",")
          .map { String($0.drop { $0 == " " }) }
        probe.expect(
          list.allSatisfy(codings.contains), "it accepts the codings \(list)")
      }
    },
    Case(
      "the host is named as in the URL",
      "It tells the sites of one address apart (RFC 9110, section 7.2)."
    ) { probe in
      let route = probe.serve { try $0.answer() }
      _ = await probe.answer(to: HTTPRequest(.get, route.url))
      let seen = route.requests.first?.fields[values: .host] ?? []
      probe.expect(seen == [String(probe.server.url.dropFirst(7))], "it came as \(seen)")
    },
  ]
}
