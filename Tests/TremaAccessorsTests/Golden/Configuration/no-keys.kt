// Generated from Configuration.plist.
// Do not edit: change the configuration and regenerate this file.

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
         * The only environment in this file.
         */
        val current: Nothing = production
    }
}
