import Testing

extension TremaPluginTests {
  @Test func `the command plugin forwards arguments and fails when the command fails`() throws {
    let allow = "--allow-writing-to-package-directory"
    let good = try app.swift("package", allow, "trema", "check", texts)
    #expect(good.status == 0, "\(good.output)")

    try app.replace("Título", by: "%d", in: texts)
    let bad = try app.swift("package", allow, "trema", "check", texts)
    #expect(bad.status == 1)
    #expect(
      bad.lines(with: "\(texts):6:43: error: [placeholder-mismatch]").count == 1, "\(bad.output)")
    #expect(!bad.lines(with: "trema exited with status 1").isEmpty)
  }
}
