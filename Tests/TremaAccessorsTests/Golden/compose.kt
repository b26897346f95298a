// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

package com.example.texts

import androidx.compose.runtime.Composable
import com.example.generated.resources.*
import org.jetbrains.compose.resources.pluralStringResource
import org.jetbrains.compose.resources.stringArrayResource
import org.jetbrains.compose.resources.stringResource

/**
 * Texts of `Texts.trm`; master language `de`. Each access looks up the text in the language of the
 * resources.
 */
object Texts {
    /**
     * The name of the app (`app_name`): "Trema"
     */
    val appName: String
        @Composable get() = stringResource(Res.string.app_name)

    /**
     * `login.title`: "Anmelden"
     */
    val loginTitle: String
        @Composable get() = stringResource(Res.string.login_title)

    /**
     * `greeting`: "Hallo, %@ (%d)"
     *
     * @param userName the user's first name
     * @param argument2 the argument of `%2$d`.
     * @return the text in the language of the resources.
     */
    @Composable
    fun greeting(userName: String, argument2: Int): String =
        stringResource(Res.string.greeting, userName, argument2)

    /**
     * `large`: "%2$lld %1$@"
     */
    @Composable
    fun large(argument1: String, argument2: Long): String =
        stringResource(Res.string.large, argument1, argument2)

    /**
     * `days_left`: "Noch {count, plural, one {# Tag} other {# Tage}}, {name}"
     *
     * @param count the days until the trial ends
     * @param name the value to show.
     * @return the text in the language of the resources.
     */
    @Composable
    fun daysLeft(count: Int, name: String): String =
        pluralStringResource(Res.plurals.days_left, count, count, name)

    /**
     * `unshown`: "{count, plural, one {Tag} other {100% Tage}}"
     */
    @Composable
    fun unshown(count: Int): String = pluralStringResource(Res.plurals.unshown, count, count)

    /**
     * The texts of the array `day`, in order. Placeholders are not replaced.
     */
    val day: List<String>
        @Composable get() = stringArrayResource(Res.array.day)

    /**
     * `long_long_long_long_long_long_long_long_long_long_long_long_`: "%@ %@ %@"
     */
    @Composable
    fun longLongLongLongLongLongLongLongLongLongLongLong(
        namenamenamenamenamenamenamename: String,
        argument2: String,
        argument3: String
    ): String =
        stringResource(
            Res.string.long_long_long_long_long_long_long_long_long_long_long_long_,
            namenamenamenamenamenamenamename,
            argument2,
            argument3
        )
}
