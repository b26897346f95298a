import GirdersSwift

struct Texts {
  // two
  // lines
  static let `class` = translate("class")
  static let path = translate("path")

}
