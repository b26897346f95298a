import TremaSupport

func exitProcess(_ status: Int32) -> Never { exit(status) }
