// Generated from Configuration.plist.
// Do not edit: change the configuration and generate again.

package `in`.`fun`

/**
 * The configuration of the app.
 */
class Nothing {
    companion object {
        /**
         * The environment `production`.
         */
        val production: Nothing = Nothing()

        /**
         * The only environment of this file, whatever its name.
         */
        val current: Nothing = production
    }
}
