import Testing
import TremaCatalog

@Suite struct KotlinNameTests {
  @Test(arguments: ["app_name", "login.title", "my_URL_key", "404", "größe", "😀", "", "get", "a b"])
  func `an ordinary key has the same name as in Swift`(key: String) {
    #expect(KotlinName.member(for: key) == SwiftName.member(for: key))
  }

  @Test(arguments: [
    ("object", "object_", "'object' is a reserved word in Kotlin"),
    ("In", "in_", "'in' is a reserved word in Kotlin"),
    ("resources", "resourcesText", "'resources' would hide a name that generated code uses"),
    ("array_of", "arrayOfText", "'arrayOf' would hide a name that generated code uses"),
  ])
  func `a reserved word of Kotlin is adjusted, with the reason`(
    key: String, name: String, repair: String
  ) {
    #expect(KotlinName.member(for: key) == GeneratedName(name, repair: repair))
  }

  @Test func `words that only Swift reserves are valid names`() {
    for word in ["default", "init", "func", "self", "translate"] {
      #expect(KotlinName.member(for: word) == GeneratedName(word))
    }
  }

  @Test(arguments: [
    ("user_name", "userName"), ("in", "in_"), ("resources", "resources_"), ("android", "android_"),
  ])
  func `an argument name does not conflict with reserved or used names`(word: String, name: String)
  {
    #expect(KotlinName.parameter(word).name == name)
  }

  @Test(arguments: [
    ("Texts", "Texts"), ("texts", "Texts"), ("Resources", "ResourcesTexts"), ("R", "RTexts"),
  ])
  func `a class name does not hide a name that generated code uses`(word: String, name: String) {
    #expect(KotlinName.typeName(word).name == name)
  }

  @Test(arguments: [
    ("app_name", "app_name"), ("fun", "`fun`"), ("__", "`__`"), ("class_", "class_"),
  ])
  func `a field named like a reserved word is written in backticks`(field: String, name: String) {
    #expect(KotlinName.field(field) == name)
  }

  @Test(arguments: [
    ("com.example", "com.example"), ("com.example.in", "com.example.`in`"), ("", nil),
    ("a..b", nil),
    ("a.1", nil), ("a.b\nimport x", nil), ("größe", nil),
  ])
  func `a package consists of parts of letters and digits`(name: String, package: String?) {
    #expect(KotlinName.package(name) == package)
  }
}
