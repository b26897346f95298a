import ConfigKit
import Testing
import TremaSupport

@Suite struct ConfigLineageTests {
  private func ancestry(
    of name: String, _ members: [(String, String?)]
  ) -> Result<[String], Diagnostic> {
    let lineage = ConfigLineage(members.map { ConfigLineage.Member($0, extends: $1) })
    return Result { () throws(Diagnostic) in try lineage.ancestry(of: name) }
  }

  @Test func `an environment is ordered after all that it extends`() {
    let members: [(String, String?)] = [("eu", "staging"), ("staging", "test"), ("test", nil)]
    #expect(ancestry(of: "eu", members) == .success(["test", "staging", "eu"]))
    #expect(ancestry(of: "test", members) == .success(["test"]))
  }

  @Test func `a cycle is the same for each member and for an environment that extends one`() {
    let members: [(String, String?)] = [("x", "b"), ("a", "b"), ("b", "c"), ("c", "a")]
    for name in ["x", "a", "b", "c"] {
      guard case .failure(let error) = ancestry(of: name, members) else {
        Issue.record("no cycle")
        continue
      }
      #expect(
        LayerText.report([error]) == """
          [environment-cycle] the environment 'a' extends itself: a -> b -> c -> a
            hint: remove one of the 'extends' members
          """)
    }
  }

  @Test func `a missing environment is reported with the closest name`() {
    guard case .failure(let error) = ancestry(of: "eu", [("eu", "stagin"), ("staging", nil)]) else {
      Issue.record("found")
      return
    }
    #expect(
      LayerText.report([error]) == """
        [unknown-environment] unknown environment 'stagin'
          hint: did you mean 'staging'?
        """)
  }
}
