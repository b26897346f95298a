#if os(Linux)
  import TremaHTTP

  /// Freshness, directives and status codes.
  enum CacheSuiteRows {
    static let ccFreshness: [CacheRow] = [
      CacheRow("nothing said", [:], isUsed: false),
      CacheRow("fresh", [.cacheControl: "max-age=3600"], after: 3599, isUsed: true),
      CacheRow("stale", [.cacheControl: "max-age=3600"], after: 3600, isUsed: false),
      CacheRow("0", [.cacheControl: "max-age=0"], after: 0, isUsed: false),
      CacheRow("2³¹-1", [.cacheControl: "max-age=2147483647"], after: 9999, isUsed: true),
      CacheRow("2³¹", [.cacheControl: "max-age=2147483648"], after: 9999, isUsed: true),
      CacheRow("2³¹+1", [.cacheControl: "max-age=2147483649"], after: 9999, isUsed: true),
      CacheRow("more", [.cacheControl: "max-age=99999999999"], after: 9999, isUsed: true),
      CacheRow("negative", [.cacheControl: "max-age=-3600"], isUsed: false),
      CacheRow("Age", [.date: "@0", .cacheControl: "max-age=3600", "Age": "7200"], isUsed: false),
      CacheRow(
        "past Expires", [.cacheControl: "max-age=3600", "Expires": "@-7200", .date: "@0"],
        isUsed: true),
      CacheRow(
        "invalid Expires", [.cacheControl: "max-age=3600", "Expires": "0", .date: "@0"],
        isUsed: true),
      CacheRow(
        "0, future Expires", [.cacheControl: "max-age=0", "Expires": "@3600", .date: "@0"],
        isUsed: false),
      CacheRow("extension", [.cacheControl: "foobar, max-age=3600"], isUsed: true),
      CacheRow("case", [.cacheControl: "MaX-aGe=3600"], isUsed: true),
      CacheRow("s-maxage", [.cacheControl: "s-maxage=3600, max-age=1"], isUsed: false),
      CacheRow(
        "s-maxage, two lines", [.cacheControl: "s-maxage=3600", .cacheControl: "max-age=1"],
        isUsed: false),
    ]

    static let ccParse: [CacheRow] = [
      CacheRow("quoted before", [.cacheControl: "x=\"max-age=3600\", max-age=1"], isUsed: false),
      CacheRow("quoted behind", [.cacheControl: "max-age=1, x=\"max-age=3600\""], isUsed: false),
      CacheRow("zeros", [.cacheControl: "max-age=003600"], isUsed: true),
      CacheRow("single quotes", [.cacheControl: "max-age='3600'"], isUsed: false),
    ]

    static let ageParse: [CacheRow] =
      [
        ("abc", true), ("-7200", true), ("7200.0", true), ("2147483647", false),
        ("2147483648", false), ("2147483649", false), ("7200, 0", false), ("0, 7200", true),
        ("0, 0", true),
      ].map { age, isUsed in
        CacheRow(
          age, [.date: "@0", .cacheControl: "max-age=3600", "Age": age], isUsed: isUsed)
      }
      + [("7200", "0", false), ("0", "7200", true), ("0", "0", true)].map { first, second, isUsed in
        CacheRow(
          "\(first) | \(second)",
          [.date: "@0", .cacheControl: "max-age=3600", "Age": first, "Age": second], isUsed: isUsed)
      }

    static let expires: [CacheRow] = [
      CacheRow("future", ["Expires": "@3600", .date: "@0"], after: 3599, isUsed: true),
      CacheRow("past", ["Expires": "@-3600", .date: "@0"], isUsed: false),
      CacheRow("present", ["Expires": "@0", .date: "@0"], after: 0, isUsed: false),
      CacheRow("before Date", ["Expires": "@300", .date: "@400"], isUsed: false),
      CacheRow("invalid", ["Expires": "0", .date: "@0"], isUsed: false),
      CacheRow("invalid Date", ["Expires": "@10", .date: "foo"], isUsed: true),
      CacheRow(
        "Age, slow Date", ["Expires": "@10", .date: "@-10", "Age": "25"], after: 0, isUsed: false),
      CacheRow(
        "Age, fast Date", ["Expires": "@20", .date: "@10", "Age": "15"], after: 0, isUsed: false),
    ]

    static let expiresParse: [CacheRow] =
      [
        ("Tue, 19 Jan 2038 14:14:08 GMT", true), ("Sun, 21 Nov 2286 04:46:39 GMT", true),
        ("Thursday, 18-Aug-44 02:01:18 GMT", true), ("Mon Aug  8 02:01:18 2050", true),
        ("Thu, 18 Aug 2050 02:01:18 UTC", false), ("Thu, 18 Aug 2050 02:01:18 AEST", false),
        ("Thu, 18 Aug 50 02:01:18 GMT", false), ("Thu 18 Aug 2050 02:01:18 GMT", false),
        ("Thu, 18  Aug  2050 02:01:18 GMT", false), ("Thu, 18-Aug-2050 02:01:18 GMT", false),
        ("Thu, 18 Aug 2050 02.01.18 GMT", false), ("Thu, 18 Aug 2050 2:01:18 GMT", false),
      ].map { date, isUsed in
        CacheRow(date, ["Expires": date, .date: "@0"], isUsed: isUsed)
      } + [
        CacheRow(
          "two lines",
          [
            "Expires": "Thu, 18 Aug 2050 2:01:18 GMT", "Expires": "Thu, 18 Aug 2050 2:01:19 GMT",
            .date: "@0",
          ], isUsed: false)
      ]

    static let heuristic: [CacheRow] =
      [201, 202, 403, 502, 503, 504, 599].map { code in
        CacheRow("\(code)", [.lastModified: "@-86400", .date: "@0"], .init(code), isUsed: false)
      }
      + [200, 203, 204, 404, 405, 410, 414, 501].map { code in
        CacheRow("\(code)", [.lastModified: "@-86400", .date: "@0"], .init(code), isUsed: true)
      } + [
        CacheRow(
          "public", [.lastModified: "@-86400", .date: "@0", .cacheControl: "public"], 599,
          isUsed: true)
      ]

    static let status: [CacheRow] =
      [
        200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599,
      ].flatMap { code in
        [
          CacheRow("\(code)", [.cacheControl: "max-age=3600"], .init(code), isUsed: true),
          CacheRow(
            "\(code) stale", ["Expires": "@-5000", .lastModified: "@-100000", .date: "@0"],
            .init(code), isUsed: false),
        ]
      } + [
        CacheRow(
          "unknown", [.cacheControl: "max-age=3600, no-store, must-understand"], 599, isUsed: false),
        CacheRow("known", [.cacheControl: "max-age=3600, no-store, must-understand"], isUsed: true),
      ]

    static let heldTag: HTTPFields = [.cacheControl: "max-age=2", .etag: "\"a\""]

    static let ccResponse: [CacheRow] = [
      CacheRow("private", [.cacheControl: "private, max-age=3600"], isUsed: true),
      CacheRow("no-store", [.cacheControl: "no-store"], isUsed: false),
      CacheRow("No-StOrE", [.cacheControl: "No-StOrE, max-age=9"], isUsed: false),
      CacheRow(
        "no-store, fresh",
        [.cacheControl: "max-age=10000, no-store", "Expires": "@10000", .date: "@0"], isUsed: false),
      CacheRow(
        "no-cache, fresh",
        [.cacheControl: "max-age=10000, no-cache", "Expires": "@10000", .date: "@0"], isUsed: false),
      CacheRow("No-CaChE", [.cacheControl: "max-age=10000, No-CaChE"], isUsed: false),
      CacheRow(
        "no-cache is validated", .server([.cacheControl: "no-cache", .etag: "\"a\""]),
        .server([.etag: "\"a\""], .notModified).with(\.sends, [.ifNoneMatch: "\"a\""])),
      CacheRow(
        "no-cache with names",
        .server([.cacheControl: "max-age=60, no-cache=\"a, b\"", "a": "1", "b": "2", "c": "3"]),
        .store().with(\.shows, ["c": "3"]).with(\.hides, ["a", "b"])),
      CacheRow(
        "must-revalidate", .server([.cacheControl: "max-age=2, must-revalidate", .etag: "\"a\""]),
        .store(),
        .server([.etag: "\"a\""], .notModified).after(3).with(\.sends, [.ifNoneMatch: "\"a\""])),
      CacheRow(
        "immutable, fresh", .server([.cacheControl: "max-age=9, immutable", .etag: "\"a\""]),
        .store().asking([.cacheControl: "max-age=0"]).after(3)),
      CacheRow(
        "immutable, stale", .server([.cacheControl: "max-age=2, immutable", .etag: "\"a\""]),
        .server([.etag: "\"a\""], .notModified).asking([.cacheControl: "max-age=0"]).after(3)
          .with(\.sends, [.ifNoneMatch: "\"a\"", .cacheControl: "max-age=0"])),
    ]

    static let ccRequest: [CacheRow] =
      [
        ("max-age=0", false), ("max-age=1", false), ("max-age=600", true),
        ("min-fresh=5000", false),
        ("min-fresh=5", true), ("no-cache", false),
      ].map { asked, isUsed in
        let second: CacheStep = isUsed ? .store() : .server([.cacheControl: "no-store"])
        return CacheRow(
          asked, .server([.cacheControl: "max-age=3600"]),
          second.asking([.cacheControl: asked]).after(2))
      } + [
        CacheRow(
          "max-stale", .server([.cacheControl: "max-age=1"]),
          .store().asking([.cacheControl: "max-stale=1000"]).after(3)),
        CacheRow(
          "no-store", .server([.cacheControl: "max-age=60"]).asking([.cacheControl: "no-store"]),
          .server([.cacheControl: "no-store"])),
      ]

    static let pragma: [CacheRow] = [
      CacheRow(
        "request", .server([.cacheControl: "max-age=60"]),
        .server([.cacheControl: "max-age=60"]).asking(["Pragma": "no-cache"])),
      CacheRow(
        "request, extension", .server([.cacheControl: "max-age=60"]),
        .store().asking(["Pragma": "x"])),
      CacheRow("response", [.cacheControl: "max-age=60", "Pragma": "no-cache"], isUsed: true),
    ]
  }
#endif
