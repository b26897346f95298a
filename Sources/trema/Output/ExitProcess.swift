import TremaSupport

/// Ends the process with an exit status.
func exitProcess(_ status: Int32) -> Never { exit(status) }
