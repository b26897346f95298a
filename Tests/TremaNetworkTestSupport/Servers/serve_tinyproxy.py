"""Two tinyproxy servers: without authentication, and with a name and a password."""

CONFIGURATION = """Port {port}
Listen 127.0.0.1
Allow 127.0.0.1
Timeout 600
MaxClients 200
LogFile "{log}"
LogLevel Connect
ViaProxyName "trema-tests"
{more}
"""


def start(server, options):
    tinyproxy = server.program("tinyproxy", "tinyproxy-bin")
    facts = {"user": "user", "password": "open-sesame"}
    for name, more in {"open": "", "closed": "BasicAuth user open-sesame"}.items():
        log = server.path(f"{name}.log")

        def arguments(ports):
            text = CONFIGURATION.format(port=ports[0], log=log, more=more)
            return [tinyproxy, "-d", "-c", server.write(f"{name}.conf", text)]

        [port] = server.run_on_ports(1, arguments)
        facts[name] = f"127.0.0.1:{port}"
        facts[f"{name}Log"] = log
    return facts
