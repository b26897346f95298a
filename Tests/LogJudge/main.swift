import TremaLog
