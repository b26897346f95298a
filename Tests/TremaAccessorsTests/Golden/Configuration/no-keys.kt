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
         * The one environment that this file contains, under any name.
         */
        val current: Nothing = production
    }
}
