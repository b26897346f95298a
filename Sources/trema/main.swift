print("trema")
