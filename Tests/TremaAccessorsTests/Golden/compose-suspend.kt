// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

package com.example.waiting

import org.jetbrains.compose.resources.getPluralString
import org.jetbrains.compose.resources.getString
import org.jetbrains.compose.resources.getStringArray

/**
 * Texts of `Texts.trm`; master language `de`. Each access looks up the text in the language of the
 * resources.
 */
object Texts {
    /**
     * The name of the app (`app_name`): "Trema"
     */
    suspend fun appName(): String = getString(AppRes.string.app_name)

    /**
     * `login.title`: "Anmelden"
     */
    suspend fun loginTitle(): String = getString(AppRes.string.login_title)

    /**
     * `greeting`: "Hallo, %@ (%d)"
     *
     * @param userName the user's first name
     * @param argument2 the argument of `%2$d`.
     * @return the text in the language of the resources.
     */
    suspend fun greeting(userName: String, argument2: Int): String =
        getString(AppRes.string.greeting, userName, argument2)

    /**
     * `large`: "%2$lld %1$@"
     */
    suspend fun large(argument1: String, argument2: Long): String =
        getString(AppRes.string.large, argument1, argument2)

    /**
     * `days_left`: "Noch {count, plural, one {# Tag} other {# Tage}}, {name}"
     *
     * @param count the days until the trial ends
     * @param name the value to show.
     * @return the text in the language of the resources.
     */
    suspend fun daysLeft(count: Int, name: String): String =
        getPluralString(AppRes.plurals.days_left, count, count, name)

    /**
     * `unshown`: "{count, plural, one {Tag} other {100% Tage}}"
     */
    suspend fun unshown(count: Int): String = getPluralString(AppRes.plurals.unshown, count, count)

    /**
     * The texts of the array `day`, in order. Placeholders are not replaced.
     */
    suspend fun day(): List<String> = getStringArray(AppRes.array.day)

    /**
     * `long_long_long_long_long_long_long_long_long_long_long_long_`: "%@ %@ %@"
     */
    suspend fun longLongLongLongLongLongLongLongLongLongLongLong(
        namenamenamenamenamenamenamename: String,
        argument2: String,
        argument3: String
    ): String =
        getString(
            AppRes.string.long_long_long_long_long_long_long_long_long_long_long_long_,
            namenamenamenamenamenamenamename,
            argument2,
            argument3
        )
}
