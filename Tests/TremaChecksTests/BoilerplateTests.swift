import Testing

/// Texts whose translations are not compared with their master.
@Suite struct BoilerplateTests {
  private func summary(_ master: String, _ translation: String) throws -> [String] {
    let texts = """
      <text key="k"><context/>
      <value lang="de" status="translated">\(master)</value>
      <value lang="fr" status="translated">\(translation)</value></text>

      """
    return try CheckedFile(texts: texts, depth: .everything).summary
  }

  private static let names =
    "Marie  Dupont &lt;marie@trema.org&gt;, 2003-2010...\\n(Paris http://trema.org"

  @Test(arguments: ["translator-credits", "translator_credits", "Your names", "Your emails"])
  func `translator credits are not compared with the master`(_ master: String) throws {
    #expect(try summary(master, Self.names) == [])
  }

  @Test(arguments: [
    "Dies steht unter der GNU General Public License, ohne jede Gewähr.",
    "Es kommt WITHOUT ANY WARRANTY zu dir, 59 Temple Place.",
    "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich: xyz",
  ])
  func `licences and pangrams are not compared with the master`(
    _ master: String
  ) throws {
    #expect(try summary(master, Self.names) == [])
  }

  @Test func `a text that only mentions translators is compared`() throws {
    #expect(try summary("Übersetzer und ihre Namen", "Les noms  des traducteurs").count == 1)
  }
}
