"""nginx that stores the files of PUT requests, as a cache of Bazel: Documentation/Bazel.md."""
import getpass

CONFIGURATION = """{user}
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
  access_log {folder}/access.log;
  client_max_body_size 1g;
  proxy_temp_path {folder}/temporary;
  fastcgi_temp_path {folder}/temporary;
  uwsgi_temp_path {folder}/temporary;
  scgi_temp_path {folder}/temporary;
  server {{
    listen 127.0.0.1:{port};
    location ~ ^/(ac|cas)/ {{
      root {folder}/cache;
      # On the same file system, so that a file is complete when it gets its name.
      client_body_temp_path {folder}/cache/temporary;
      dav_methods PUT;
      create_full_put_path on;
    }}
  }}
}}
"""


def start(server, options):
    nginx = server.program("nginx", "nginx-light")
    server.write("cache/cas/.keep", "")
    # Started by root, it would run as another user who cannot write to the folder.
    user = "user root;" if getpass.getuser() == "root" else ""

    def arguments(ports):
        text = CONFIGURATION.format(folder=server.folder, port=ports[0], user=user)
        return [nginx, "-p", server.folder, "-e", "stderr", "-c", server.write("nginx.conf", text)]

    [port] = server.run_on_ports(1, arguments)
    return {
        "url": f"http://127.0.0.1:{port}", "objects": server.path("cache/cas"),
        "log": server.path("access.log"),
    }
