import Testing
import TremaHashes

@Suite struct HashFunctionTests {
  /// RFC 1321, appendix A.5; FIPS 180-4 as its examples have it.
  @Test(arguments: [
    (HashFunction.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
    (.md5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ]) func `a digest is what the standard says`(
    function: HashFunction, text: String, digest: String
  ) {
    #expect(function.isAvailable)
    #expect(function.hexDigest(of: Array(text.utf8)) == digest)
  }

  @Test func `pieces give the digest of the whole`() {
    var hash = Hash(.sha256)
    for piece in ["a", "", "bc"] { hash.update(Array(piece.utf8)) }
    #expect(hash.finish() == HashFunction.sha256.digest(of: Array("abc".utf8)))
  }

  @Test func `random bytes are as many as asked for, and others each time`() {
    #expect(RandomBytes.make(32).count == 32)
    #expect(RandomBytes.make(32) != RandomBytes.make(32))
  }
}
