#if os(Linux)
  import TremaHTTP

  /// Variants, validation, invalidation and parts.
  extension CacheSuiteRows {
    private static let fresh: HTTPFields = [
      .cacheControl: "max-age=100000", .lastModified: "@0", .date: "@0",
    ]

    private static func varying(_ names: String) -> HTTPFields {
      [.cacheControl: "max-age=5000", .lastModified: "@-3000", .date: "@0", "Vary": names]
    }

    private static func variants(
      _ names: String, _ first: HTTPFields, _ second: HTTPFields, isUsed: Bool
    ) -> CacheRow {
      let next: CacheStep = isUsed ? .store() : .server(varying(names))
      return CacheRow(
        "\(names): \(first.all.map(\.value)) \(second.all.map(\.value))",
        .server(varying(names)).asking(first), next.asking(second))
    }

    static let vary: [CacheRow] = [
      variants("Foo", ["Foo": "1"], ["Foo": "1"], isUsed: true),
      variants("Foo", ["Foo": "1"], ["Foo": "2"], isUsed: false),
      variants("Foo", [:], ["Foo": "1"], isUsed: false),
      variants("Foo", ["Foo": "1"], [:], isUsed: false),
      variants("Foo", ["Foo": "1", "Other": "2"], ["Foo": "1", "Other": "3"], isUsed: true),
      variants("Foo, Bar", ["Foo": "1", "Bar": "a"], ["Foo": "1", "Bar": "a"], isUsed: true),
      variants("Foo, Bar", ["Foo": "1", "Bar": "a"], ["Foo": "2", "Bar": "a"], isUsed: false),
      variants("Foo, Bar", ["Foo": "1", "Bar": "a"], [:], isUsed: false),
      variants(
        "Foo, Bar, Baz", ["Foo": "1", "Bar": "a", "Baz": "7"],
        ["Foo": "2", "Bar": "a", "Baz": "7"], isUsed: false),
      variants(
        "Foo, Bar, Baz", ["Foo": "1", "Bar": "a", "Baz": "7"],
        ["Foo": "1", "Baz": "7", "Bar": "b"], isUsed: false),
      variants("Foo, Bar, Baz", ["Foo": "1", "Baz": "7"], ["Foo": "1", "Baz": "7"], isUsed: true),
      variants("Foo", ["Foo": "1, 2"], ["Foo": "1", "Foo": "2"], isUsed: true),
      variants("Foo", ["Foo": "1,2"], ["Foo": "1, 2"], isUsed: true),
    ]

    static let varyParse: [CacheRow] =
      ["*", "*, *", ", *", "*, Foo", "Foo, *"].map { value in
        variants(value, ["Foo": "1"], ["Foo": "1"], isUsed: false)
      }
      + [["*", "*"], ["", "*"]].map { lines in
        var fields = fresh
        for line in lines { fields.append("Vary", line) }
        return CacheRow("lines \(lines)", .server(fields), .server(fields))
      }

    static let conditional: [CacheRow] =
      ["\"a\"", "W/\"a\""].map { tag in
        CacheRow(
          tag, .server([.cacheControl: "max-age=2", .etag: tag]),
          .server([.etag: tag], .notModified).after(3).with(\.sends, [.ifNoneMatch: tag]))
      } + [
        CacheRow(
          "date", .server([.cacheControl: "max-age=2", .lastModified: "@-3000", .date: "@0"]),
          .server([.date: "@3"], .notModified).after(3)
            .with(\.sends, [.ifModifiedSince: "@-3000"])),
        CacheRow(
          "fields of a variant",
          .server(["Expires": "@1", .etag: "\"a\"", .date: "@0", "Vary": "Abc"])
            .asking(["Abc": "123"]),
          .server([.etag: "\"a\""], .notModified).asking(["Abc": "123"]).after(3)
            .with(\.sends, [.ifNoneMatch: "\"a\"", "Abc": "123"])),
        CacheRow(
          "another variant",
          .server(["Expires": "@1000", .etag: "\"a\"", .date: "@0", "Vary": "Abc"])
            .asking(["Abc": "123"]),
          .server().asking(["Abc": "456"]).with(\.lacks, [.ifNoneMatch])),
      ]

    static let update304: [CacheRow] =
      [
        ("Test-Header", "1", "2"), ("X-Test-Header", "1", "2"), ("Content-Foo", "1", "2"),
        ("X-Content-Foo", "1", "2"), ("Cache-Control", "max-age=1", "max-age=3600"),
        ("Content-Location", "/foo", "/bar"), ("X-Frame-Options", "deny", "sameorigin"),
        ("Expires", "Fri, 01 Jan 2038 01:01:01 GMT", "Mon, 11 Jan 2038 11:11:11 GMT"),
      ].map { name, old, new in
        var (first, second): (HTTPFields, HTTPFields) = (
          [.date: "@0", .etag: "\"a\""], [.date: "@3", .etag: "\"a\""]
        )
        if name != "Cache-Control" {
          first[.cacheControl] = "max-age=2"
          second[.cacheControl] = "max-age=3600"
        }
        first[.init(name)] = old
        second[.init(name)] = new
        let shows: HTTPFields = [.init(name): new]
        return CacheRow(
          name, .server(first), .server(second, .notModified).after(3).with(\.shows, shows),
          .store().after(3).with(\.shows, shows))
      } + [
        CacheRow(
          "a field that is not said again",
          .server([.cacheControl: "max-age=2", .lastModified: "@-3000", .date: "@0", "A": "1"]),
          .server([.lastModified: "@-3000", .date: "@3"], .notModified).after(3)
            .with(\.shows, ["A": "1"])),
        CacheRow(
          "Content-Length", .server([.cacheControl: "max-age=2", .etag: "\"a\""]),
          .server([.cacheControl: "max-age=9", .etag: "\"a\"", .contentLength: "99"], .notModified)
            .after(3).with(\.shows, [.contentLength: "6"]),
          .store().with(\.shows, [.contentLength: "6"])),
      ]

    static let headers: [CacheRow] =
      [
        "Test-Header", "X-Test-Header", "Content-Foo", "Content-Location", "Content-MD5",
        "Content-Range", "Content-Security-Policy", "Content-Type", "Clear-Site-Data", "ETag",
        "Expires",
        "Public-Key-Pins", "Set-Cookie2", "X-Frame-Options", "X-XSS-Protection",
      ].map { name in
        CacheRow(
          name, .server([.cacheControl: "max-age=60", .init(name): "a"]),
          .store().after(1).with(\.shows, [.init(name): "a"]))
      }
      + [
        "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
        "Proxy-Connection", "TE", "Upgrade",
        // The suite wants it stored: an old cookie would be set again with each use.
        "Set-Cookie",
      ].map { name in
        CacheRow(
          name, .server([.cacheControl: "max-age=60", .init(name): "a=b"]),
          .store().after(1).with(\.hides, [.init(name)]))
      } + [
        CacheRow(
          "Connection",
          .server([.cacheControl: "max-age=60", .connection: "a, b", "a": "1", "b": "2", "c": "3"]),
          .store().with(\.shows, ["c": "3"]).with(\.hides, ["a", "b", .connection]))
      ]

    static let invalidation: [CacheRow] = ["POST", "PUT", "DELETE", "M-SEARCH"].flatMap { method in
      [
        CacheRow(
          method, .server(fresh), .server().with(\.method, method), .server(fresh).after(1)),
        CacheRow(
          "\(method), failed", .server(fresh), .server([:], 500).with(\.method, method),
          .store().after(1)),
        CacheRow(
          "\(method), Location", .server(fresh).at("/a"), .server(fresh).at("/b"),
          .server([.location: "b", "Content-Location": "c"], 201).with(\.method, method).at("/a"),
          .server(fresh).at("/b")),
        CacheRow(
          "\(method), Content-Location", .server(fresh).at("/c"), .server(fresh).at("/d"),
          .server([.location: "b", "Content-Location": "c"]).with(\.method, method).at("/a"),
          .server(fresh).at("/c"), .store().at("/d").with(\.text, "step 1")),
      ]
    }

    static let stale: [CacheRow] =
      ["must-revalidate", "no-cache"].map { directive in
        CacheRow(directive, .server([.cacheControl: "max-age=2, \(directive)"]), .cut.after(3))
      } + [
        CacheRow("nothing said", .server([.cacheControl: "max-age=2"]), .cut.after(3)),
        CacheRow(
          "stale-while-revalidate, over",
          .server([.cacheControl: "max-age=1, stale-while-revalidate=4", .etag: "\"a\""]),
          .server([.etag: "\"b\""]).after(6)),
        CacheRow(
          "stale-if-error", .server([.cacheControl: "max-age=2, stale-if-error=60"]),
          .server([:], 503).after(3).with(\.status, 200).with(\.text, "step 0")),
        CacheRow(
          "stale-if-error, over", .server([.cacheControl: "max-age=2, stale-if-error=1"]),
          .server([:], 500).after(9)),
        CacheRow(
          "stale-if-error of a request, over", .server([.cacheControl: "max-age=2"]),
          .server([:], 500).asking([.cacheControl: "stale-if-error=1"]).after(9)),
      ]

    static let other: [CacheRow] = [
      CacheRow("Age is generated", .server(fresh), .store().after(3).with(\.shows, ["Age": "3"])),
      CacheRow(
        "Age, Expires", .server(["Expires": "@3600", .date: "@0", "Age": "30"]),
        .store().after(3).with(\.shows, ["Age": "33"])),
      CacheRow(
        "Age, max-age", .server([.cacheControl: "max-age=600", .date: "@0", "Age": "30"]),
        .store().after(3).with(\.shows, ["Age": "33"])),
      CacheRow("Date", .server(fresh), .store().after(3).with(\.shows, [.date: "@0"])),
      CacheRow(
        "Date, Expires", .server(["Expires": "@3600", .date: "@0"]),
        .store().after(3).with(\.shows, [.date: "@0", "Expires": "@3600"])),
      CacheRow(
        "queries", .server(fresh).at("?a=1"), .server(fresh).at("?a=2"),
        .store().at("?a=1")),
    ]

    private static let tagged: HTTPFields = [
      .cacheControl: "max-age=60", .etag: "\"a\"", "A": "1",
    ]

    private static func part(_ range: String, _ fields: HTTPFields = tagged) -> HTTPFields {
      var fields = fields
      fields["Content-Range"] = "bytes \(range)/10"
      return fields
    }

    private static func inside(_ range: String, _ text: String) -> CacheStep {
      .store(206).asking([.range: range]).with(\.text, text)
    }

    static let partial: [CacheRow] = [
      CacheRow(
        "a part of a whole", .server(tagged).with(\.body, "0123456789"),
        inside("bytes=0-1", "01").with(\.shows, ["A": "1"]), inside("bytes=1-", "123456789"),
        inside("bytes=-1", "9")),
      CacheRow(
        "a part of a part",
        .server(part("5-9"), 206).asking([.range: "bytes=-5"]).with(\.body, "56789"),
        inside("bytes=-5", "56789"), inside("bytes=6-8", "678"), inside("bytes=6-", "6789"),
        inside("bytes=-1", "9").with(\.shows, ["A": "1", "Content-Range": "bytes 9-9/10"])),
      CacheRow(
        "a part is completed",
        .server(part("0-4"), 206).asking([.range: "bytes=0-4"]).with(\.body, "01234"),
        .server(part("5-9", [.cacheControl: "max-age=60", .etag: "\"a\"", "B": "2"]), 206)
          .with(\.sends, [.range: "bytes=5-", "If-Range": "\"a\""]).with(\.body, "56789")
          .with(\.status, 200).with(\.text, "0123456789").with(\.shows, ["A": "1", "B": "2"]),
        .store().with(\.text, "0123456789").with(\.shows, ["A": "1", "B": "2"])),
      CacheRow(
        "another content",
        .server(part("0-4"), 206).asking([.range: "bytes=0-4"]).with(\.body, "01234"),
        .server([.cacheControl: "max-age=60", .etag: "\"b\""]).with(\.body, "abc"),
        .store().with(\.text, "abc")),
    ]
  }
#endif
