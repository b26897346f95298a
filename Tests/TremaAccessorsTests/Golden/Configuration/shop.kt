// Generated from Configuration.schema.json and Configuration.plist.
// Do not edit: change the configuration and regenerate this file.

package example.shop

/**
 * The configuration of the shop, in production and in tests.
 */
data class ShopConfiguration(
    /**
     * The API for orders. (`api`)
     */
    val api: Api,
    /**
     * The server for images. (`images`)
     */
    val images: Images,
    /**
     * The minimum level of the log. (`logLevel`)
     */
    val logLevel: LogLevel,
    /**
     * Log levels by module. (`logLevels`)
     */
    val logLevels: Map<String, LogLevelsValue> = mapOf("network" to LogLevelsValue.Warning),
    /**
     * The image cache. (`cache`)
     */
    val cache: Cache,
    /**
     * The opening day. (`opens`)
     */
    val opens: java.util.Date,
    /**
     * A picture of the shop in PNG format. (`icon`)
     */
    val icon: List<Byte>,
    /**
     * `features`
     */
    val features: Map<String, Boolean>,
    /**
     * `payment`
     */
    val payment: Payment,
    /**
     * The support address; missing if there is no support. (`support`)
     */
    val support: String? = null,
    /**
     * `reviewURL`
     */
    val reviewURL: String? = null,
    /**
     * `build`
     */
    val build: Long,
    /**
     * `old_host`
     */
    @property:Deprecated("since 2.0; use 'api.url'; will be removed in 3.0")
    val oldHost: String
) {
    /**
     * The API for orders. (`api`)
     */
    data class Api(
        /**
         * The base URL, without a path. (`api.url`)
         */
        val url: String,
        /**
         * The timeout for a response, in seconds. (`api.timeout`)
         */
        val timeout: Double = 2.5,
        /**
         * `api.retries`
         */
        val retries: Int? = null
    )

    /**
     * The server for images. (`images`)
     */
    data class Images(
        /**
         * The base URL, without a path. (`images.url`)
         */
        val url: String,
        /**
         * The timeout for a response, in seconds. (`images.timeout`)
         */
        val timeout: Double = 2.5,
        /**
         * `images.retries`
         */
        val retries: Int? = null
    )

    /**
     * The minimum level of the log. (`logLevel`)
     */
    enum class LogLevel(val value: String) {
        Debug("debug"),
        Warning("warning"),
        Error("error")
    }

    /**
     * The minimum level of the log. (`logLevels`)
     */
    enum class LogLevelsValue(val value: String) {
        Debug("debug"),
        Warning("warning"),
        Error("error")
    }

    /**
     * The image cache. (`cache`)
     */
    data class Cache(
        /**
         * The size on disk. (`cache.size`)
         */
        val size: Long,
        /**
         * `cache.lifetime`
         */
        val lifetime: java.time.Duration,
        /**
         * `cache.hosts`
         */
        val hosts: List<String>,
        /**
         * `cache.steps`
         */
        val steps: Int? = null
    )

    /**
     * `payment`
     */
    data class Payment(
        /**
         * Payment methods, the most common first. (`payment.methods`)
         */
        val methods: List<MethodsItem>,
        /**
         * `payment.currency`
         */
        val currency: Currency,
        /**
         * The maximum amount for each payment method, in the currency. (`payment.limits`)
         */
        val limits: Map<String, Double>? = null
    ) {
        /**
         * `payment.methods`
         */
        enum class MethodsItem(val value: String) {
            Card("card"),
            Invoice("invoice"),
            GiftCard("gift-card")
        }

        /**
         * `payment.currency`
         */
        enum class Currency(val value: String) {
            Eur("EUR"),
            Chf("CHF")
        }
    }

    companion object {
        /**
         * The environment `staging`.
         */
        val staging: ShopConfiguration = ShopConfiguration(
            api = Api(url = "https://api.staging.shop.example", timeout = 10.0, retries = 3),
            images = Images(url = "https://images.shop.example", timeout = 2.5),
            logLevel = LogLevel.Debug,
            logLevels = mapOf("images" to LogLevelsValue.Warning),
            cache = Cache(
                size = 524288L,
                lifetime = java.time.Duration.ofSeconds(0L, 250_000_000L),
                hosts = listOf("images.shop.example"),
                steps = 2
            ),
            opens = java.util.Date(1796112000000L),
            icon = listOf<Byte>(-119, 80, 78, 71),
            features = mapOf("dark-mode" to true, "new checkout" to true),
            payment = Payment(
                methods = listOf(Payment.MethodsItem.Invoice),
                currency = Payment.Currency.Chf,
                limits = mapOf("card" to 999.5)
            ),
            build = 7_000_000_000L,
            oldHost = "shop.example"
        )

        /**
         * The environment `production`.
         */
        val production: ShopConfiguration = ShopConfiguration(
            api = Api(url = "https://api.shop.example", timeout = 10.0, retries = 3),
            images = Images(url = "https://images.shop.example", timeout = 2.5),
            logLevel = LogLevel.Error,
            logLevels = mapOf("network" to LogLevelsValue.Warning),
            cache = Cache(
                size = 524288L,
                lifetime = java.time.Duration.ofSeconds(5400L),
                hosts = listOf("images.shop.example"),
                steps = 2
            ),
            opens = java.util.Date(1796112000000L),
            icon = listOf<Byte>(-119, 80, 78, 71),
            features = mapOf("dark-mode" to true),
            payment = Payment(
                methods = listOf(Payment.MethodsItem.Card, Payment.MethodsItem.GiftCard),
                currency = Payment.Currency.Chf,
                limits = mapOf("card" to 999.5)
            ),
            support = "help@shop.example",
            reviewURL = "https://shop.example/review?from=app",
            build = 7_000_000_000L,
            oldHost = "shop.example"
        )
    }
}
