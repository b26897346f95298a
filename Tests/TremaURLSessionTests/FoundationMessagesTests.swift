import Testing
import TremaHTTP

@testable import TremaURLSession

@Suite struct FoundationMessagesTests {
  /// The messages of libcurl 7.88 and 8 with OpenSSL.
  @Test(arguments: [
    ("SSL certificate problem: certificate has expired", TransportError.Kind.tls(.expired)),
    ("SSL certificate problem: certificate is not yet valid", .tls(.notYetValid)),
    ("SSL certificate problem: self-signed certificate", .tls(.untrusted)),
    ("SSL certificate problem: unable to get local issuer certificate", .tls(.untrusted)),
    (
      "SSL: no alternative certificate subject name matches target host name 'localhost'",
      .tls(.wrongHost)
    ),
    (
      "SSL: certificate subject name 'a' does not match target host name 'localhost'",
      .tls(.wrongHost)
    ),
    (
      "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0",
      .tls(.clientCertificate)
    ),
    ("error:0A00010B:SSL routines::wrong version number", .tls(.handshake)),
    ("Could not resolve host: nowhere.invalid", .nameNotFound),
    (
      "Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server", .cannotConnect
    ),
    ("Recv failure: Connection reset by peer", .connectionLost),
    ("transfer closed with 5 bytes remaining to read", .truncatedBody),
    ("Received HTTP/0.9 when not allowed", .malformedResponse("is not HTTP")),
    ("CONNECT tunnel failed, response 407", .proxy),
  ])
  func `libcurl messages map to kinds of failure`(words: String, kind: TransportError.Kind) {
    #expect(FoundationMessages.entry(in: words.lowercased())?.kind == kind)
  }

  @Test func `combined Set-Cookie fields are split at commas that precede a cookie`() {
    #expect(SetCookieLines.split("a=1") == ["a=1"])
    #expect(SetCookieLines.split("a=1, b=2") == ["a=1", "b=2"])
    #expect(
      SetCookieLines.split("a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT, b=")
        == ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b="])
    #expect(SetCookieLines.split("a=1,b=2; Path=/") == ["a=1,b=2; Path=/"])
    #expect(SetCookieLines.split("a=x, y; Path=/, z") == ["a=x, y; Path=/, z"])
    #expect(SetCookieLines.split("") == [""])
  }

  #if canImport(FoundationNetworking)
    @Test(arguments: [
      (TransportConfiguration(unixSocket: "/tmp/x"), TransportFeature.unixSocket),
      (TransportConfiguration(addresses: ["a": "127.0.0.1"]), .nameOverride),
      (TransportConfiguration(version: .http1), .httpVersion),
      (TransportConfiguration(version: .http2PriorKnowledge), .http2PriorKnowledge),
      (TransportConfiguration(connectionsPerHost: 2), .connectionLimit),
      (TransportConfiguration(proxy: .url("http://127.0.0.1:1")), .proxy),
      (TransportConfiguration(proxy: .url("socks5h://127.0.0.1:1")), .socksProxy),
      (TransportConfiguration(tls: TLSPolicy(trust: .anchors(pem: []))), .anchors),
      (TransportConfiguration(tls: TLSPolicy(trust: .systemAnd(pem: []))), .systemAndCustomAnchors),
      (TransportConfiguration(tls: TLSPolicy(minimumVersion: .tls12)), .minimumTLSVersion),
      (TransportConfiguration(tls: TLSPolicy(minimumVersion: .tls13)), .minimumTLSVersion),
      (
        TransportConfiguration(tls: TLSPolicy(identity: .pkcs12([], passphrase: ""))),
        .clientIdentity
      ),
    ])
    func `unsupported settings are rejected when the transport is created`(
      configuration: TransportConfiguration, feature: TransportFeature
    ) {
      #expect(throws: TransportError(.unsupported(feature))) {
        try URLSessionTransport(configuration)
      }
    }

    @Test func `pins are rejected when the transport is created`() throws {
      let pins = try TLSPolicy.Pins(
        current: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        backup: "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=")
      #expect(throws: TransportError(.unsupported(.pins))) {
        try URLSessionTransport(TransportConfiguration(tls: TLSPolicy(pins: pins)))
      }
    }
  #endif

  @Test func `a proxy in the environment cannot be bypassed`() {
    #expect(URLSessionTransport.proxyVariable(in: [:]) == nil)
    #expect(URLSessionTransport.proxyVariable(in: ["http_proxy": "", "HTTP_PROXY": "x"]) == nil)
    #expect(URLSessionTransport.proxyVariable(in: ["https_proxy": "http://p"]) == "https_proxy")
    #expect(URLSessionTransport.proxyVariable(in: ["all_proxy": "x", "no_proxy": "*"]) == nil)
  }
}
