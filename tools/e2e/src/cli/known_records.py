"""Puts ids of existing records into the calls of Schemathesis, so that not every call ends with 404.

Replaces valid values only, and every other one, so that a call stays as valid or invalid as intended.
"""

import json
import os
import re

import schemathesis

KNOWN = json.loads(os.environ.get("KNOWN_RECORDS", "{}"))
UUID = re.compile(r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
CODE = re.compile(r"^[A-Za-z0-9_-]{1,64}$")
turn = {"count": 0}


def known_for(name, value):
    choices = KNOWN.get(name)
    pattern = CODE if name == "tracking_code" else UUID
    if not choices or not isinstance(value, str) or not pattern.match(value):
        return value
    turn["count"] += 1
    if turn["count"] % 2:
        return value
    return choices[(turn["count"] // 2) % len(choices)]


def with_known(record):
    if not isinstance(record, dict):
        return record
    changed = {name: known_for(name, value) for name, value in record.items()}
    ids = changed.get("conversion_ids")
    if isinstance(ids, list):
        changed["conversion_ids"] = [known_for("conversion_id", value) for value in ids]
    return changed


@schemathesis.hook
def map_body(context, body):
    return with_known(body)


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return with_known(path_parameters)


@schemathesis.hook
def map_query(context, query):
    return with_known(query)
