// Generated from Configuration.schema.json and Configuration.plist.
// Do not edit: change the configuration and generate again.

package example.shop

/**
 * What differs between the shop of our customers and the one that we test.
 */
data class ShopConfiguration(
    /**
     * Where orders go. (`api`)
     */
    val api: Api,
    /**
     * Where pictures come from. (`images`)
     */
    val images: Images,
    /**
     * The least that is logged. (`logLevel`)
     */
    val logLevel: LogLevel,
    /**
     * Exceptions, by module. (`logLevels`)
     */
    val logLevels: Map<String, LogLevelsValue> = mapOf("network" to LogLevelsValue.Warning),
    /**
     * Pictures that are kept. (`cache`)
     */
    val cache: Cache,
    /**
     * The first day. (`opens`)
     */
    val opens: java.util.Date,
    /**
     * A picture of the shop, as PNG. (`icon`)
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
     * Absent where nobody answers. (`support`)
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
    @property:Deprecated("since 2.0; use 'api.url'; is removed by 3.0")
    val oldHost: String
) {
    /**
     * Where orders go. (`api`)
     */
    data class Api(
        /**
         * Without a path. (`api.url`)
         */
        val url: String,
        /**
         * How long to wait for an answer, in seconds. (`api.timeout`)
         */
        val timeout: Double = 2.5,
        /**
         * `api.retries`
         */
        val retries: Int? = null
    )

    /**
     * Where pictures come from. (`images`)
     */
    data class Images(
        /**
         * Without a path. (`images.url`)
         */
        val url: String,
        /**
         * How long to wait for an answer, in seconds. (`images.timeout`)
         */
        val timeout: Double = 2.5,
        /**
         * `images.retries`
         */
        val retries: Int? = null
    )

    /**
     * The least that is logged. (`logLevel`)
     */
    enum class LogLevel(val value: String) {
        Debug("debug"),
        Warning("warning"),
        Error("error")
    }

    /**
     * The least that is logged. (`logLevels`)
     */
    enum class LogLevelsValue(val value: String) {
        Debug("debug"),
        Warning("warning"),
        Error("error")
    }

    /**
     * Pictures that are kept. (`cache`)
     */
    data class Cache(
        /**
         * On the disk. (`cache.size`)
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
         * How one can pay, the usual way first. (`payment.methods`)
         */
        val methods: List<MethodsItem>,
        /**
         * `payment.currency`
         */
        val currency: Currency,
        /**
         * The most that one can pay so, in the currency. (`payment.limits`)
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
