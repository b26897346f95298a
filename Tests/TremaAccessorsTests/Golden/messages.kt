// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

package com.example.counted

import android.content.res.Resources

/**
 * Texts of `Texts.trm`; master language `de`. Each access looks up the text in the language of the
 * resources.
 */
class Counted(private val resources: Resources) {
    /**
     * `days_left`: "Noch {count, plural, one {# Tag} other {# Tage}}"
     *
     * @param count the days until the trial ends
     * @return the text in the language of the resources.
     */
    fun daysLeft(count: Int): String =
        resources.getQuantityString(R.plurals.days_left, count, count)

    /**
     * `files`: "{name} hat {count, plural, one {eine Datei} other {%lld Dateien}} (50 %%)"
     */
    fun files(name: String, count: Int): String =
        resources.getQuantityString(R.plurals.files, count, name, count)

    /**
     * `unshown`: "{count, plural, one {Tag} other {100% Tage}}"
     */
    fun unshown(count: Int): String = resources.getQuantityString(R.plurals.unshown, count, count)

    /**
     * `fraction`: "{0, plural, one {%1$.1f km} other {%1$.1f km}}"
     */
    fun fraction(km: Double): String =
        android.icu.text.MessageFormat(
            resources.getString(R.string.fraction),
            resources.configuration.locales[0]
        ).format(arrayOf<Any>(km))

    /**
     * `invited`: "{host, select, female {{name} hat {count, plural, =0 {niemanden} one {einen Gast}
     * other {# Gäste}} in ihr Haus eingeladen.} other {{name} lädt am {day, date, short} ein.}}"
     *
     * @param host may be `female`; any other value selects `other`.
     * @param name the value to show.
     * @param count the number that selects the plural form.
     * @param day the date to show.
     * @return the text in the language of the resources.
     */
    fun invited(host: String, name: String, count: Int, day: java.util.Date): String =
        android.icu.text.MessageFormat(
            resources.getString(R.string.invited),
            resources.configuration.locales[0]
        ).format(arrayOf<Any>(host, name, count, day))

    /**
     * `place`: "{place, selectordinal, other {#.}}"
     */
    fun place(place: Int): String =
        android.icu.text.MessageFormat(
            resources.getString(R.string.place),
            resources.configuration.locales[0]
        ).format(arrayOf<Any>(place))

    /**
     * `everything`: "{someName1, select, other {}}{someName2, select, other {}}{someName3, select,
     * other {}}{someName4, select, other {}}{someName5, select, other {}}{someName6, select, other
     * {}}{someName7, select, other {}}{someName8, select, other {}}{someName9, select, other {}}"
     */
    fun everything(
        someName1: String,
        someName2: String,
        someName3: String,
        someName4: String,
        someName5: String,
        someName6: String,
        someName7: String,
        someName8: String,
        someName9: String
    ): String =
        android.icu.text.MessageFormat(
            resources.getString(R.string.everything),
            resources.configuration.locales[0]
        ).format(
            arrayOf<Any>(
                someName1,
                someName2,
                someName3,
                someName4,
                someName5,
                someName6,
                someName7,
                someName8,
                someName9
            )
        )
}
