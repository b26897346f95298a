// Generated from Texts.trm. Do not edit: change the catalogue and generate again.

import android.content.res.Resources

/**
 * Texts of `Texts.trm`; master language `de`. They are looked up whenever they are read, in the
 * language of the resources.
 */
class Nothing(private val resources: Resources) {
}
