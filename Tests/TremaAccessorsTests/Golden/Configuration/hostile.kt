// Generated from Configuration.schema.json.
// Do not edit: change the configuration and regenerate this file.

/**
 * The configuration of the app.
 */
data class Hostile(
    /**
     * `URL`
     */
    val url: Url? = null,
    /**
     * *\/ /\* ends \[it]
     * \- Parameter x: \`y
     * \#else
     *
     * `"*\/ // \"\\(1 + 1)"`
     */
    val _11: String? = null,
    /**
     * `mode`
     */
    val mode: Mode? = null,
    /**
     * `404`
     */
    val _404: Int,
    /**
     * `Decoder`
     */
    val decoder: Decoder,
    /**
     * `android`
     */
    val android: String,
    /**
     * `class`
     */
    val class_: String,
    /**
     * `component1`
     */
    val component1: Int,
    /**
     * `copy`
     */
    val copy: Boolean,
    /**
     * `decode`
     */
    val decode: Decode,
    /**
     * `description`
     */
    val description: String,
    /**
     * `größe`
     */
    val grosse: String,
    /**
     * `hashValue`
     */
    val hashValue: Boolean,
    /**
     * `init`
     */
    val init: Int,
    /**
     * `none`
     */
    val none: String,
    /**
     * `object`
     */
    val object_: Boolean,
    /**
     * `rawValue`
     */
    val rawValue: Int,
    /**
     * `resources`
     */
    val resources: String,
    /**
     * `self`
     */
    val self: Int,
    /**
     * `some`
     */
    val some: Some,
    /**
     * `string`
     */
    val string: StringSection,
    /**
     * `stringValue`
     */
    val stringValue: String,
    /**
     * `values`
     */
    val values: Int
) {
    /**
     * `URL`
     */
    data class Url(
        /**
         * `URL.URL`
         */
        val url: String? = null
    )

    /**
     * `mode`
     */
    enum class Mode(val value: String) {
        Empty(""),
        Self("self"),
        Type("Type"),
        Init("init"),
        U002AU002F("*/"),
        U202EX("\u202Ex")
    }

    /**
     * `Decoder`
     */
    data class Decoder(
        /**
         * `Decoder.Hostile`
         */
        val hostile: HostileSection
    ) {
        /**
         * `Decoder.Hostile`
         */
        data class HostileSection(
            /**
             * `Decoder.Hostile.x`
             */
            val x: Boolean
        )
    }

    /**
     * `decode`
     */
    data class Decode(
        /**
         * `decode.from`
         */
        val from: Int
    )

    /**
     * `some`
     */
    data class Some(
        /**
         * `some.none`
         */
        val none: Int
    )

    /**
     * `string`
     */
    data class StringSection(
        /**
         * `string.a`
         */
        val a: Int
    )

    companion object {
        /**
         * The environment `production`.
         */
        val production: Hostile = Hostile(
            url = Url(url = "https://a.example"),
            mode = Mode.U202EX,
            _404 = 2,
            decoder = Decoder(hostile = Decoder.HostileSection(x = true)),
            android = "a",
            class_ = "x",
            component1 = 1,
            copy = true,
            decode = Decode(from = 1),
            description = "d",
            grosse = "\u0000\u202Eé\$\"\\\n😀",
            hashValue = true,
            init = 1,
            none = "none",
            object_ = true,
            rawValue = 1,
            resources = "r",
            self = 3,
            some = Some(none = 1),
            string = StringSection(a = 1),
            stringValue = "s",
            values = 1
        )

        /**
         * The environment `self`.
         */
        val self: Hostile = Hostile(
            url = Url(url = "https://a.example"),
            mode = Mode.U202EX,
            _404 = 2,
            decoder = Decoder(hostile = Decoder.HostileSection(x = true)),
            android = "a",
            class_ = "x",
            component1 = 1,
            copy = true,
            decode = Decode(from = 1),
            description = "d",
            grosse = "\u0000\u202Eé\$\"\\\n😀",
            hashValue = true,
            init = 1,
            none = "none",
            object_ = true,
            rawValue = 1,
            resources = "r",
            self = 3,
            some = Some(none = 1),
            string = StringSection(a = 1),
            stringValue = "s",
            values = 1
        )

        /**
         * The environment `class`.
         */
        val class_: Hostile = Hostile(
            url = Url(url = "https://a.example"),
            mode = Mode.U202EX,
            _404 = 2,
            decoder = Decoder(hostile = Decoder.HostileSection(x = true)),
            android = "a",
            class_ = "x",
            component1 = 1,
            copy = true,
            decode = Decode(from = 1),
            description = "d",
            grosse = "\u0000\u202Eé\$\"\\\n😀",
            hashValue = true,
            init = 1,
            none = "none",
            object_ = true,
            rawValue = 1,
            resources = "r",
            self = 3,
            some = Some(none = 1),
            string = StringSection(a = 1),
            stringValue = "s",
            values = 1
        )

        /**
         * The environment `*\/ "x"`.
         */
        val x: Hostile = Hostile(
            url = Url(url = "https://a.example"),
            mode = Mode.U202EX,
            _404 = 2,
            decoder = Decoder(hostile = Decoder.HostileSection(x = true)),
            android = "a",
            class_ = "x",
            component1 = 1,
            copy = true,
            decode = Decode(from = 1),
            description = "d",
            grosse = "\u0000\u202Eé\$\"\\\n😀",
            hashValue = true,
            init = 1,
            none = "none",
            object_ = true,
            rawValue = 1,
            resources = "r",
            self = 3,
            some = Some(none = 1),
            string = StringSection(a = 1),
            stringValue = "s",
            values = 1
        )
    }
}
