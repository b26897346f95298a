import GirdersSwift

struct Texts {
  // Shown at the top
  static let myUrlKey = translate("my_URL_key")
  static let lines = translate("lines")
  static let aBC = translate("a.b-c")

}
