"""Two nghttpd servers: HTTP/2 without and with TLS. /echo returns the request body."""


def start(server, options):
    nghttpd = server.program("nghttpd", "nghttp2-server")
    server.write("files/hello.txt", "hello, world\n")
    server.write("files/ten.bin", bytes(range(256)) * 40960)
    common = ["--address", "127.0.0.1", "--htdocs", server.path("files"), "--echo-upload"]
    [clear] = server.run_on_ports(1, lambda ports: [nghttpd, *common, "--no-tls", str(ports[0])])
    authority = options["authority"]
    [secure] = server.run_on_ports(
        1, lambda ports: [
            nghttpd, *common, str(ports[0]), f"{authority}/server.key", f"{authority}/server.pem",
        ])
    return {"clear": f"http://127.0.0.1:{clear}", "secure": f"https://localhost:{secure}"}
