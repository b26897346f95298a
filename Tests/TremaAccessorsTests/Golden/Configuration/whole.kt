// Generated from Configuration.schema.json.
// Do not edit: change the configuration and regenerate this file.

package com.example.config

/**
 * What differs between our environments. Times are in seconds.
 * Ask the platform team.
 */
data class AppConfiguration(
    /**
     * How to reach the server (`api`)
     */
    val api: Api,
    /**
     * What is logged (`log-level`)
     */
    val logLevel: LogLevel? = null,
    /**
     * `features`
     */
    val features: Map<String, Boolean>,
    /**
     * `plans`
     */
    val plans: List<PlansItem>,
    /**
     * `launch`
     */
    val launch: java.util.Date,
    /**
     * `icon`
     */
    val icon: List<Byte>,
    /**
     * `ratio`
     */
    val ratio: Double,
    /**
     * `limit`
     */
    val limit: Long,
    /**
     * `mode`
     */
    val mode: Mode? = null
) {
    /**
     * How to reach the server (`api`)
     */
    data class Api(
        /**
         * Where the API is (`api.baseURL`)
         */
        val baseURL: String,
        /**
         * Seconds to wait (`api.timeout`)
         */
        val timeout: Int = 30,
        /**
         * `api.mirrors`
         */
        val mirrors: List<String>,
        /**
         * `api.old_host`
         */
        @property:Deprecated("since 2.0; use 'api.baseURL'")
        val oldHost: String
    )

    /**
     * What is logged (`log-level`)
     */
    enum class LogLevel(val value: String) {
        Debug("debug"),
        Info("info"),
        None("none"),
        In_("in")
    }

    /**
     * `plans`
     */
    data class PlansItem(
        /**
         * `plans[0].id`
         */
        val id: String,
        /**
         * `plans[0].price`
         */
        val price: Double,
        /**
         * `plans[0].tier`
         */
        val tier: Tier? = null
    ) {
        /**
         * `plans[0].tier`
         */
        enum class Tier(val value: String) {
            Free("free"),
            Paid("paid")
        }
    }

    /**
     * `mode`
     */
    enum class Mode(val value: String) {
        A("a"),
        B("b")
    }

    companion object {
        /**
         * The environment `production`.
         */
        val production: AppConfiguration = AppConfiguration(
            api = Api(
                baseURL = "https://api.example.com/v1?a=b#c",
                timeout = 30,
                mirrors = listOf("https://a.example", "https://b.example/%C3%A9"),
                oldHost = "old \"x\""
            ),
            features = mapOf("dark-mode" to true, "new \$checkout" to false),
            plans = listOf(
                PlansItem(id = "free", price = 0.0),
                PlansItem(id = "gold", price = 4.5, tier = PlansItem.Tier.Paid)
            ),
            launch = java.util.Date(978393600000L),
            icon = listOf<Byte>(0, 127, -128, -1),
            ratio = 0.1,
            limit = 5_000_000_000L
        )

        /**
         * The environment `staging`.
         */
        val staging: AppConfiguration = AppConfiguration(
            api = Api(
                baseURL = "https://staging.example.com/v1?a=b#c",
                timeout = 30,
                mirrors = listOf("https://a.example", "https://b.example/%C3%A9"),
                oldHost = "old \"x\""
            ),
            logLevel = LogLevel.None,
            features = mapOf("dark-mode" to true, "new \$checkout" to false),
            plans = listOf(
                PlansItem(id = "free", price = 0.0),
                PlansItem(id = "gold", price = 4.5, tier = PlansItem.Tier.Paid)
            ),
            launch = java.util.Date(978393600000L),
            icon = listOf<Byte>(0, 127, -128, -1),
            ratio = 0.1,
            limit = 5_000_000_000L
        )
    }
}
