"""What Python's http.cookiejar sends.

Standard input: JSON, a list of scenarios, each a list of steps: {"url", "set": [field, ...]} or
{"url"} for what would be sent there. Standard output: for each scenario the answers, each a sorted
list of pairs.
"""
import email.message
import http.cookiejar
import json
import sys
import urllib.request


class Response:
    def __init__(self, fields):
        self.message = email.message.Message()
        for field in fields:
            self.message["Set-Cookie"] = field

    def info(self):
        return self.message


def answers(steps):
    # Otherwise a cookie for a host alone goes to those below it too.
    rules = http.cookiejar.DefaultCookiePolicy
    policy = rules(strict_ns_domain=rules.DomainStrictNonDomain)
    jar, found = http.cookiejar.CookieJar(policy), []
    for step in steps:
        request = urllib.request.Request(step["url"])
        if "set" in step:
            jar.extract_cookies(Response(step["set"]), request)
        else:
            jar.add_cookie_header(request)
            found.append(sorted(filter(None, (request.get_header("Cookie") or "").split("; "))))
    return found


json.dump([answers(steps) for steps in json.load(sys.stdin)], sys.stdout)
