"""Prints the cookies that Python's http.cookiejar sends.

Standard input is a JSON list of scenarios, each a list of steps: {"url", "set": [field, ...]} stores
cookies, {"url"} queries the cookies for the URL. Standard output has the results of each scenario, each
a sorted list of pairs.
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
    # Otherwise host-only cookies are also sent to subdomains.
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
