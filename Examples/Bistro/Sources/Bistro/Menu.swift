/// Tonight's menu, formatted as text.
enum Menu {
  static func text(for guest: String, without soldOut: Set<Dish> = []) -> String {
    let dishes = Dish.allCases.filter { !soldOut.contains($0) }
    var lines = [Texts.greeting(guest: guest), Texts.dishCount(count: dishes.count), ""]
    for dish in dishes {
      lines.append("* \(dish.name), \(Texts.price(euros: dish.price))")
      lines.append("  \(dish.description)")
    }
    lines += ["", Texts.waiter(gender: "female", name: "Ada")]
    // Languages have one, two, three or six plural forms.
    lines.append(
      [0, 1, 2, 3, 11, 1_234].map { Texts.freeSeats(count: $0) }.joined(separator: " · "))
    lines.append("")
    if dishes.contains(.tart) {
      lines.append(Texts.happyHour(percent: 20, dish: Dish.tart.name))
    }
    let order = (count: 2, dish: Dish.dumplings, table: 7)
    if dishes.contains(order.dish) {
      lines.append(
        Texts.orderConfirmation(
          count: order.count, dish: order.dish.name, table: order.table,
          euros: Double(order.count) * order.dish.price))
    }
    lines.append(Texts.goodbye)
    return lines.joined(separator: "\n")
  }
}
