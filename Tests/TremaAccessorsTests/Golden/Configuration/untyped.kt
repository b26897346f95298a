// Generated from Configuration.plist.
// Do not edit: change the configuration and regenerate this file.

/**
 * The configuration of the app.
 */
data class Plain(
    /**
     * `big`
     */
    val big: java.math.BigInteger,
    /**
     * `host`
     */
    val host: String,
    /**
     * `least`
     */
    val least: Long,
    /**
     * `list`
     */
    val list: List<ListItem>,
    /**
     * `nested`
     */
    val nested: Nested,
    /**
     * `only-here`
     */
    val onlyHere: Boolean? = null,
    /**
     * `retries`
     */
    val retries: Int? = null,
    /**
     * `share`
     */
    val share: Double
) {
    /**
     * `list`
     */
    data class ListItem(
        /**
         * `list[0].a`
         */
        val a: Int,
        /**
         * `list[0].b`
         */
        val b: String? = null
    )

    /**
     * `nested`
     */
    data class Nested(
        /**
         * `nested.level`
         */
        val level: String? = null,
        /**
         * `nested.on`
         */
        val on: Boolean
    )

    companion object {
        /**
         * The environment `development`.
         */
        val development: Plain = Plain(
            big = java.math.BigInteger("1"),
            host = "b.example",
            least = -1L,
            list = listOf(),
            nested = Nested(level = "x", on = false),
            onlyHere = true,
            share = 0.5
        )

        /**
         * The only environment in this file.
         */
        val current: Plain = development
    }
}
