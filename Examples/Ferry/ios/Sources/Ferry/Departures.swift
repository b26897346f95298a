/// Prints the screens of the app. `trema build` in the folder of `trema.json` generates `Texts.swift`
/// and the resources.
@main
enum Departures {
  static func main() {
    print(Texts.departuresTitle)
    print("10:15  ", Texts.departureIn(minutes: 12))
    print(Texts.liveActivityTitle(pier: "Thun"))
    print(Texts.settingsTitle)
  }
}
