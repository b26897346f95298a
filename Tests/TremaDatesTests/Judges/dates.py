"""Reads NUL-terminated strings and prints a line for each: its value as strict RFC 3339, as strict
RFC 5322, and as parsed by email.utils; seconds since 1970 and nanoseconds, or `-`.

The grammars are an independent implementation of the RFCs; the calendar is Python's.
"""

import datetime
import email.utils
import re
import sys

RFC3339 = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?"
    r"(?:[Zz]|([+-])(\d\d):(\d\d))",
    re.ASCII,
)
FWS = r"(?:(?:[ \t]*\r\n)?[ \t]+)"
COMMENT = r"\((?:%s?(?:[!-'*-\[\]-~]|\\[\t -~]))*%s?\)" % (FWS, FWS)
CFWS = r"(?:(?:%s?%s)+%s?|%s)" % (FWS, COMMENT, FWS, FWS)
DAYS = "mon|tue|wed|thu|fri|sat|sun"
MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
RFC5322 = re.compile(
    rf"(?:{FWS}?({DAYS}),)?{FWS}?(\d\d?){FWS}({MONTHS}){FWS}(\d{{4}}){FWS}"
    rf"(\d\d):(\d\d)(?::(\d\d))?{FWS}([+-])(\d\d)(\d\d){CFWS}?",
    re.ASCII | re.IGNORECASE,
)


# Where the library deviates from RFC 5322: low years, blanks before colons, a zone.
OTHERWISE = re.compile(r"\s:|\ba[sd]t|" r"(?<![\d:+-])(?:\d{3}|0\d{3}|5\d|6[0-8])(?![\d:])", re.I)


def moment(year, month, day, hour, minute, second, offset):
    """Returns seconds since 1970; the offset is in minutes. Raises ValueError for an invalid date."""
    # Python does not support the year 0, which has the same calendar as the year 400.
    shift = 400 if year == 0 else 0
    days = datetime.date(year + shift, month, day).toordinal() - 719163
    days -= 146097 if shift else 0
    if hour > 23 or minute > 59 or second > 60:
        raise ValueError
    seconds = days * 86400 + (hour * 60 + minute - offset) * 60 + second
    if second == 60 and seconds % 86400:
        raise ValueError
    return seconds


def rfc3339(text):
    found = RFC3339.fullmatch(text)
    if not found:
        return "-"
    *numbers, fraction, sign, hours, minutes = found.groups()
    offset = int(hours or 0) * 60 + int(minutes or 0)
    if int(hours or 0) > 23 or int(minutes or 0) > 59:
        return "-"
    offset = -offset if sign == "-" else offset
    seconds = moment(*map(int, numbers), offset)
    nanoseconds = int((fraction or "").ljust(9, "0")[:9])
    if int(numbers[0]) > 0 and int(numbers[5]) < 60:
        # The library's parser, which is more lenient, must agree.
        library = datetime.datetime.fromisoformat(text.upper())
        local = library.replace(tzinfo=None) - library.utcoffset() if 1 < library.year < 9999 else None
        if local is not None:
            delta = local - datetime.datetime(1970, 1, 1)
            assert delta.days * 86400 + delta.seconds == seconds, text
            assert delta.microseconds == nanoseconds // 1000, text
    return f"{seconds}.{nanoseconds}"


def rfc5322(text):
    found = RFC5322.fullmatch(text)
    if not found:
        return "-"
    name, day, month, year, hour, minute, second, sign, hours, minutes = found.groups()
    if int(minutes) > 59 or int(year) < 1900:
        return "-"
    offset = int(hours) * 60 + int(minutes)
    offset = -offset if sign == "-" else offset
    month = MONTHS.split("|").index(month.lower()) + 1
    date = (int(year), month, int(day))
    seconds = moment(*date, int(hour), int(minute), int(second or 0), offset)
    if name and DAYS.split("|")[datetime.date(*date).weekday()] != name.lower():
        return "-"
    return f"{seconds}.0"


def library(text):
    found = email.utils.parsedate_tz(text)
    if not found:
        return "-"
    offset = found[9] or 0
    if found[5] > 59 or offset % 60 or OTHERWISE.search(text):
        return "-"
    return f"{moment(*found[:6], offset // 60)}.0"


def answer(read, text):
    try:
        return read(text)
    except (ValueError, IndexError, TypeError, OverflowError):
        return "-"


texts = sys.stdin.buffer.read().decode().split("\0")[:-1]
print(
    "\n".join(
        " ".join(answer(read, text) for read in (rfc3339, rfc5322, library)) for text in texts
    )
)
