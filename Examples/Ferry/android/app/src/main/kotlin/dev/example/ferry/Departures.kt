package dev.example.ferry

/** The lines of the first screen. `trema build` in the folder of trema.json generates `Texts`. */
class Departures(private val texts: Texts) {
    fun lines(minutes: Int): List<String> =
        listOf(texts.departuresTitle, texts.departureIn(minutes), texts.settingsTitle)
}
