#if os(Linux)
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport

  @testable import Networking

  /// The behaviour that the public suite `http-tests/cache-tests` requires of a private cache, group by group,
  /// in rows of our own. The suite itself is not run.
  @Suite struct CacheSuiteTests {
    enum Group: String, CaseIterable, Sendable {
      case ccFreshness, ccParse, ccResponse, ccRequest, ageParse, expires, expiresParse, heuristic,
        status
      case vary, varyParse, conditional, update304, headers, invalidation, stale, pragma, other,
        partial

      var rows: [CacheRow] {
        switch self {
        case .ccFreshness: CacheSuiteRows.ccFreshness
        case .ccParse: CacheSuiteRows.ccParse
        case .ccResponse: CacheSuiteRows.ccResponse
        case .ccRequest: CacheSuiteRows.ccRequest
        case .ageParse: CacheSuiteRows.ageParse
        case .expires: CacheSuiteRows.expires
        case .expiresParse: CacheSuiteRows.expiresParse
        case .heuristic: CacheSuiteRows.heuristic
        case .status: CacheSuiteRows.status
        case .vary: CacheSuiteRows.vary
        case .varyParse: CacheSuiteRows.varyParse
        case .conditional: CacheSuiteRows.conditional
        case .update304: CacheSuiteRows.update304
        case .headers: CacheSuiteRows.headers
        case .invalidation: CacheSuiteRows.invalidation
        case .stale: CacheSuiteRows.stale
        case .pragma: CacheSuiteRows.pragma
        case .other: CacheSuiteRows.other
        case .partial: CacheSuiteRows.partial
        }
      }
    }

    @Test(arguments: Group.allCases)
    func `the cache meets a group of requirements of the public suite`(_ group: Group) async throws
    {
      let transport = try CurlTransport()
      let runner = CacheRunner(origin: try await TestServers.script(), transport: transport)
      #expect(!group.rows.isEmpty)
      do {
        for row in group.rows { try await runner.run(row) }
      } catch {
        await transport.close()
        throw error
      }
      await transport.close()
    }
  }
#endif
