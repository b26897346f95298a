import Testing
import TremaEditing
import TremaSupport

/// Accessors that Kotlin and Java code uses although the output does not contain their texts.
@Suite struct MissingAccessorTests {
  /// An app whose Kotlin accessors lack the text `a.b`.
  private let sources = {
    var sources = Sources("a.b", "title")
    sources.missing["a.b"] = [.kotlinMembers("Texts")]
    return sources
  }()

  private func messages(_ kind: SourceFileKind, _ files: String...) -> [String] {
    files.count == 1
      ? sources.problems(kind, files[0]).filter { !$0.contains("at run time") }
      : sources.diagnostics(kind, files[0], files[1], files[2]).map(\.message)
        .filter { !$0.contains("is not used") }
  }

  @Test(arguments: [
    "class V(val texts: Texts) { fun x() = texts.aB }",
    "class V { lateinit var t: Texts\n fun x() = this.t.aB }",
    "fun f(t: Texts?) = t?.aB",
    "val t by lazy { Texts(r) }\nval x = t.aB",
    "val t = remember(r) { Texts(r) }; t.aB",
    "fun t() = Texts(r)\nval x = t().aB",
    "fun t(): Texts = x()\nval y = t().aB",
    "fun f(t: com.example.Texts) = t::aB",
    "list.map { t: Texts -> t.aB }",
    "import com.example.Texts as T\nfun f(t: T) = t.aB",
    "class A(val t: Shelf)\nclass B(val t: Texts) { val x = t.aB }",
    "Texts(r).aB",
    "val x = \"${Texts(r).aB}\"",
    "fun f(t: Texts) = \"${t.aB}\"",
    "class A { fun f() = t.aB }\nval t = Texts(r)",
    "class A @Inject constructor(private val t: Texts) : B(t) {\n  fun x() {\n if (y) { z(t.aB) }\n } }",
    "val t: Texts get() = Texts(r)\nval x = t.aB",
    "val t get() = Texts(r)\nval x = t!!.aB",
    "class A { init { val t = Texts(r)\n show(t.aB) } }",
    "fun f(t: Texts) = t.also { x(t.aB) }",
    "class A(t: Texts) { val x = t.aB }\nfun g(t: Shelf) = t.aB",
    "fun Shelf.f(t: Texts): String { return t.aB }",
    "fun <T : Any> f(x: T, t: Texts) where T : Foo { x(t.aB) }",
    "class A { val a = this@A.t.aB; val t = Texts(r) }",
    "Texts.aB",
  ]) func `a missing member of a declared Kotlin object is reported`(_ source: String) {
    let messages = messages(.kt, source)
    #expect(messages.count == 1, "\(messages)")
    #expect(
      messages.first?.hasSuffix(
        "aB' is used, but no output for this code contains the text 'a.b'") == true, "\(messages)")
  }

  @Test(arguments: [
    "fun f(o: Other) = o.aB",
    "val texts = other\nval x = texts.aB",
    "class A(val texts: Texts)\nfun f(texts: Shelf) = texts.aB",
    "fun f(t: Texts) = list.map { t -> t.aB }",
    "val t = Texts(r).title\nval x = t.aB",
    "fun f(t: Texts, u: Shelf) = u.t.aB",
    "fun f(t: Texts) { for (t in list) { t.aB } }",
    "fun f(t: List<Texts>) = t.aB",
    "fun f(t: () -> Texts) = t.aB",
    "fun f(t: Texts) { with(t) { x(aB) } }",
    "fun f(t: Texts) = t.apply { x(aB) }",
    "val Texts.aB get() = title\nfun f(t: Texts) = t.aB",
    "// fun f(t: Texts) = t.aB",
    "fun f(t: Texts) { for ((i, t) in list) { t.aB } }",
    "fun f(t: Texts) { val (i, t) = pair; t.aB }",
    "fun f(t: Texts) = 1\nval x = t.aB",
    "fun f(t: Texts.() -> Unit) = t.aB",
    "val t = x(Texts(r))\nval y = t.aB",
    "fun f(t: Texts) { try { } catch (t: Error) { t.aB } }",
    "class A(val t: Texts)\nval x = b.t.aB",
    "fun f(t: Texts) = t.title",
    "val t = if (x) Texts(r) else Shelf()\nval y = t.aB",
  ]) func `a Kotlin member of another object is not reported`(_ source: String) {
    #expect(messages(.kt, source) == [])
  }

  @Test(arguments: [
    "class A { Texts t; void f() { x(t.getAB()); } }",
    "class A { void f(Texts t) { t.getAB(); } void g(Shelf t) { t.getAB(); } }",
    "class A { void f() { var t = new Texts(r); t.getAB(); } }",
    "class A { private final Texts t; public A(Texts t) { this.t = t; } String x() { return this.t.getAB(); } }",
    "x(new Texts(r).getAB());",
  ]) func `a missing getter of a declared Java object is reported`(_ source: String) {
    let messages = messages(.java, source)
    #expect(messages.count == 1, "\(messages)")
    #expect(
      messages.first?.hasSuffix(
        "getAB' is used, but no output for this code contains the text 'a.b'") == true)
  }

  @Test(arguments: [
    "class A { void f(Texts t) { list.map(t -> t.getAB()); } }",
    "class A { void f(Shelf t) { t.getAB(); } }",
    "class A { Texts t; void f() { map((i, t) -> t.getAB()); } void g(List<Texts> t) { t.getAB(); } }",
  ]) func `a Java getter of another object is not reported`(_ source: String) {
    #expect(messages(.java, source) == [])
  }

  @Test func `an inherited property has the type that all declarations of its name have`() {
    let base = "open class A(val texts: Texts)"
    let use = "class B : A() { val x = texts.aB }"
    #expect(
      messages(.kt, base, use, "") == [
        "'texts.aB' is used, but no output for this code contains the text 'a.b'"
      ])
    #expect(messages(.kt, base, use, "class C(val texts: Shelf)") == [])
  }

  @Test(arguments: ["aB(\"x\")", "aB { x }", "aB"])
  func `a member with arguments or a closure is reported only if its text takes arguments`(
    _ member: String
  ) {
    let message = "'t.aB' is used, but no output for this code contains the text 'a.b'"
    for (kind, source) in [
      (SourceFileKind.kt, "fun f(t: Texts) = t.\(member)"), (.kt, "val x = Texts(r).\(member)"),
      (.kts, "class A : B() { val x = t.\(member) }\nval t: Texts by y()"),
    ] {
      let message = source.contains("(r)") ? message.replacing("t.", with: "Texts.") : message
      var sources = sources
      #expect(
        sources.problems(kind, source).map { $0.hasSuffix(message) }
          == (member == "aB" ? [true] : []))
      sources.values["a.b"] = "Hello %@"
      #expect(sources.problems(kind, source).map { $0.hasSuffix(message) } == [true])
    }
  }

  @Test(arguments: ["apply", "run", "let", "also", "hashCode", "toString", "equals", "takeIf"])
  func `a member that every object has is not reported`(_ name: String) {
    var sources = Sources(name)
    sources.missing[name] = [.kotlinMembers("Texts")]
    for value in ["Title", "Hello %@"] {
      sources.values[name] = value
      for source in [
        "fun f(t: Texts) = t.\(name) { x }", "fun f(t: Texts) = t.\(name)()",
        "val x = Texts(r).\(name) { x }", "fun f(t: Texts?) = t?.\(name)(::x)",
      ] {
        #expect(sources.problems(.kt, source) == [], "\(source)")
      }
    }
  }

  @Test func `a misspelled member is not reported, because an extension may define it`() {
    #expect(messages(.kt, "fun f(t: Texts) = t.other") == [])
  }

  @Test func `a missing text is not used by its name`() {
    #expect(sources.unused(.kt, "fun f(t: Texts) = t.aB + t.title") == ["a.b"])
  }
}
