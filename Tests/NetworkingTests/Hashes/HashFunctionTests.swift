import Networking
import Testing

@Suite struct HashFunctionTests {
  private static let digests: [(HashFunction, String, String)] = {
    var digests: [(HashFunction, String, String)] = [
      (.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
      (.md5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ]
    #if !canImport(CryptoKit)
      digests += [
        (.sha512Truncated, "", "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"),
        (
          .sha512Truncated, "abc",
          "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"
        ),
      ]
    #endif
    return digests
  }()

  /// The examples of RFC 1321, appendix A.5, and FIPS 180-4.
  @Test(arguments: digests) func `digests match the test vectors`(
    function: HashFunction, text: String, digest: String
  ) {
    #expect(function.isAvailable)
    #expect(function.hexDigest(of: Array(text.utf8)) == digest)
  }

  @Test func `hashing in chunks gives the digest of the whole`() {
    var hash = Hash(.sha256)
    for piece in ["a", "", "bc"] { hash.update(Array(piece.utf8)) }
    #expect(hash.finish() == HashFunction.sha256.digest(of: Array("abc".utf8)))
  }

  @Test func `random bytes have the requested count and differ each time`() {
    #expect(RandomBytes.make(32).count == 32)
    #expect(RandomBytes.make(32) != RandomBytes.make(32))
  }
}
