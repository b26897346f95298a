"""buildbox-casd as a cache of Bazel over gRPC."""
import buildbox


def start(server, options):
    def arguments(ports):
        return [buildbox.program("buildbox-casd"), f"--bind=127.0.0.1:{ports[0]}", server.path("cache")]

    [port] = server.run_on_ports(1, arguments)
    return {"url": f"grpc://127.0.0.1:{port}", "objects": server.path("cache/cas/objects")}
