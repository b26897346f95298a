// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

package com.example.texts

import android.content.res.Resources
import com.example.app.R

/**
 * Texts of `Texts.trm`; master language `de`. Each access looks up the text in the language of the
 * resources.
 */
class Texts(private val resources: Resources) {
    /**
     * The name of the app (`app_name`): "Trema"
     */
    val appName: String
        get() = resources.getString(R.string.app_name)

    /**
     * `login.title`: "Anmelden"
     */
    val loginTitle: String
        get() = resources.getString(R.string.login_title)

    /**
     * `percent`: "100% sicher, 50 % Rabatt"
     */
    val percent: String
        get() = resources.getString(R.string.percent)

    /**
     * `greeting`: "Hallo, %@"
     *
     * @param userName the user's first name
     * @return the text in the language of the resources.
     */
    fun greeting(userName: String): String = resources.getString(R.string.greeting, userName)

    /**
     * Every type (`all`): "%@ %d %u %x %.2f %c %s %ld"
     */
    fun all(
        argument1: String,
        argument2: Int,
        argument3: Int,
        argument4: Int,
        argument5: Double,
        argument6: Char,
        argument7: String,
        argument8: Long
    ): String =
        resources.getString(
            R.string.all,
            argument1,
            argument2,
            argument3,
            argument4,
            argument5,
            argument6,
            argument7,
            argument8
        )

    /**
     * `order`: "%1$@: %2$d"
     */
    fun order(name: String, count: Int): String = resources.getString(R.string.order, name, count)

    /**
     * `claim`: "%b %h"
     */
    fun claim(argument1: Boolean, argument2: Any): String =
        resources.getString(R.string.claim, argument1, argument2)

    /**
     * The texts of the array `day`, in order. Placeholders are not replaced.
     */
    val day: Array<String>
        get() = resources.getStringArray(R.array.day)

    /**
     * Not the third of them (`day.7`): "Sonntag"
     */
    val day7: String
        get() = resources.getString(R.string.day_7)
}
