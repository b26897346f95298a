import TremaLocalization

print(translate("hello") == "?hello?" ? "hello" : "unexpected")
