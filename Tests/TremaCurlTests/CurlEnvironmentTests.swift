import Foundation
import Testing
import TremaHTTP
import TremaNetworkTestSupport

@testable import TremaCurl

/// The effect of environment variables and of the system's authorities.
@Suite struct CurlEnvironmentTests {
  @Test func `proxy variables are used only if enabled`()
    async throws
  {
    let (proxy, nginx) = (try await TestServers.tinyproxy(), try await TestServers.nginx())
    let direct = "200 " + nginx.http.dropFirst("http://".count)
    let url = nginx.http + "/hello.txt"
    for name in ["http_proxy", "all_proxy", "ALL_PROXY"] {
      let variables = [name: "http://\(proxy.open)"]
      #expect(try await CurlJudge.send([url], variables: variables) == direct)
      #expect(
        try await CurlJudge.send([url, "proxy=system"], variables: variables)
          == "200 \(proxy.open)", "\(name)")
    }
    // A proxy that does not answer.
    let dead = ["http_proxy": try await TestServers.faults().refused]
    #expect(try await CurlJudge.send([url], variables: dead) == direct)
    #expect(
      try await CurlJudge.send([url, "proxy=system"], variables: dead) == "cannotConnect")
    let excepted = dead.merging(["no_proxy": "example.com,127.0.0.1"]) { $1 }
    #expect(try await CurlJudge.send([url, "proxy=system"], variables: excepted) == direct)
    // CGI stores a client's field in this variable.
    let cgi = ["HTTP_PROXY": "http://\(proxy.open)"]
    #expect(try await CurlJudge.send([url, "proxy=system"], variables: cgi) == direct)
  }

  @Test func `the proxy variable for HTTPS selects a tunnel`() async throws {
    let (proxy, nginx) = (try await TestServers.tinyproxy(), try await TestServers.nginx())
    let folder = try await TestServers.authority().folder
    let request = [nginx.tls + "/hello.txt", "anchors=\(folder)/authority.pem"]
    let variables = ["HTTPS_PROXY": "http://\(proxy.open)"]
    #expect(
      try await CurlJudge.send(request + ["proxy=system"], variables: variables)
        == "200 \(proxy.open)")
    let direct = try await CurlJudge.send(request, variables: variables)
    #expect(direct.hasPrefix("200 ") && direct != "200 \(proxy.open)", "\(direct)")
  }

  #if os(Linux)
    @Test func `custom anchors replace the authorities that the system trusts`()
      async throws
    {
      let (authority, nginx) = (try await TestServers.authority(), try await TestServers.nginx())
      let bundle = try #require(SystemAuthorities.path())
      let (right, stranger) = (
        "\(authority.folder)/authority.pem", "\(authority.folder)/stranger.pem"
      )
      // The file and the folder of the system trust the authority of the servers alone.
      let script = """
        unshare -rm true || {
          echo "this test needs mount namespaces: run it as root, or allow user namespaces" >&2
          exit 99
        }
        exec unshare -rm bash -c '
          set -e
          authority=$(cat "$1") folder=$(dirname "$2") bundle=$2
          mount -t tmpfs none "$folder"
          echo "$authority" | tee "$bundle" >"$folder/authority.pem"
          openssl rehash "$folder" >&2
          shift 2
          exec "$@"' bash "$@"
        """
      let system = ["bash", "-c", script, "bash", right, bundle]
      let url = nginx.tls + "/200"
      for options in [[], ["anchors=\(right)"], ["beside=\(stranger)"]] {
        let said = try await CurlJudge.send([url] + options, in: system)
        #expect(said.hasPrefix("200 "), "\(options): \(said)")
      }
      let said = try await CurlJudge.send([url, "anchors=\(stranger)"], in: system)
      #expect(said.hasPrefix("tls(") && said.hasSuffix("untrusted)"), "\(said)")
    }
  #endif
}
