import TremaHTTP
