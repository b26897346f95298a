// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import android.content.res.Resources

/**
 * Texts of `Texts.trm`; master language `de`. Each access looks up the text in the language of the
 * resources.
 */
class Nothing(private val resources: Resources) {
}
