// Generated from odd */ /* name `.trm. Do not edit: change the catalogue and regenerate this file.

import android.content.res.Resources

/**
 * Texts of ``odd *\/ /\* name `.trm``; master language `de`. Each access looks up the text in the
 * language of the resources.
 */
class Class(private val resources: Resources) {
    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * (empty): "\*\/ /\* \[x] @see"
     */
    val empty: String
        get() = resources.getString(R.string.empty)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `404`: "\*\/ /\* \[x] @see"
     */
    val _404: String
        get() = resources.getString(R.string._404)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `object`: "\*\/ /\* \[x] @see"
     */
    val object_: String
        get() = resources.getString(R.string.`object`)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `fun`: "\*\/ /\* \[x] @see"
     */
    val fun_: String
        get() = resources.getString(R.string.`fun`)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `val`: "\*\/ /\* \[x] @see"
     */
    val val_: String
        get() = resources.getString(R.string.`val`)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `default`: "\*\/ /\* \[x] @see"
     */
    val default: String
        get() = resources.getString(R.string.default_)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `resources`: "\*\/ /\* \[x] @see"
     */
    val resourcesText: String
        get() = resources.getString(R.string.resources)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `android`: "\*\/ /\* \[x] @see"
     */
    val androidText: String
        get() = resources.getString(R.string.android)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `array_of`: "\*\/ /\* \[x] @see"
     */
    val arrayOfText: String
        get() = resources.getString(R.string.array_of)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `_`: "\*\/ /\* \[x] @see"
     */
    val u005F: String
        get() = resources.getString(R.string.`__`)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `__`: "\*\/ /\* \[x] @see"
     */
    val u005FU005F: String
        get() = resources.getString(R.string.`__`)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `größe`: "\*\/ /\* \[x] @see"
     */
    val grosse: String
        get() = resources.getString(R.string.gru00f6u00dfe)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `登录`: "\*\/ /\* \[x] @see"
     */
    val u767BU5F55: String
        get() = resources.getString(R.string.u767bu5f55)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `a b-c.d`: "\*\/ /\* \[x] @see"
     */
    val aBCD: String
        get() = resources.getString(R.string.a_b_c_d)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `get`: "\*\/ /\* \[x] @see"
     */
    val get: String
        get() = resources.getString(R.string.get)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `field`: "\*\/ /\* \[x] @see"
     */
    val field: String
        get() = resources.getString(R.string.field)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `it`: "\*\/ /\* \[x] @see"
     */
    val it: String
        get() = resources.getString(R.string.it)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `to_string`: "\*\/ /\* \[x] @see"
     */
    val toString: String
        get() = resources.getString(R.string.to_string)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `equals`: "\*\/ /\* \[x] @see"
     */
    val equals: String
        get() = resources.getString(R.string.equals)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `*\/`: "\*\/ /\* \[x] @see"
     */
    val u002AU002F: String
        get() = resources.getString(R.string.`__`)

    /**
     * *\/ /\* /\** \[link] @param x
     * \@return x
     * // # x
     *
     * `in`: "\*\/ /\* \[x] @see"
     */
    val in_: String
        get() = resources.getString(R.string.`in`)

    /**
     * `names`: "%@ %@ %@ %@ %@"
     *
     * @param in_ *\/
     * @param in_2 \[x]
     * @param resources_ the argument of `%3$@`.
     * @param android_ the argument of `%4$@`.
     * @param argument5 *\/
     * @return the text in the language of the resources.
     */
    fun names(
        in_: String,
        in_2: String,
        resources_: String,
        android_: String,
        argument5: String
    ): String = resources.getString(R.string.names, in_, in_2, resources_, android_, argument5)

    /**
     * `one_word`: "%@ %@ %@ %@ %@ %@ %@ %@ %@ %@"
     *
     * @param namenamenamenamenamenamenamenamenamenamenamenamenamenamename *\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/\*\/
     * @param argument2 the argument of `%2$@`.
     * @param argument3 the argument of `%3$@`.
     * @param argument4 the argument of `%4$@`.
     * @param argument5 the argument of `%5$@`.
     * @param argument6 the argument of `%6$@`.
     * @param argument7 the argument of `%7$@`.
     * @param argument8 the argument of `%8$@`.
     * @param argument9 the argument of `%9$@`.
     * @param argument10 the argument of `%10$@`.
     * @return the text in the language of the resources.
     */
    fun oneWord(
        namenamenamenamenamenamenamenamenamenamenamenamenamenamename: String,
        argument2: String,
        argument3: String,
        argument4: String,
        argument5: String,
        argument6: String,
        argument7: String,
        argument8: String,
        argument9: String,
        argument10: String
    ): String =
        resources.getString(
            R.string.one_word,
            namenamenamenamenamenamenamenamenamenamenamenamenamenamename,
            argument2,
            argument3,
            argument4,
            argument5,
            argument6,
            argument7,
            argument8,
            argument9,
            argument10
        )

    /**
     * `long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_`:
     * "x"
     */
    val longLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLongLong: String
        get() =
            resources.getString(
                R.string.long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_
            )
}
