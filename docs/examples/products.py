"""Writes every product of one store to a CSV file. It needs Python 3.9 or later and nothing else.

    BACKCOUNTER_URL=https://shops.example.com BACKCOUNTER_KEY=key_... python3 products.py "North" products.csv
"""

import csv
import json
import os
import sys
import time
import urllib.error
import urllib.request

URL = os.environ["BACKCOUNTER_URL"].rstrip("/") + "/api/v1"
KEY = os.environ["BACKCOUNTER_KEY"]
TRIES = 5


def call(method, path, body=None):
    """The answer of a call. A call that the server refuses for the moment is repeated after the pause that it asks for."""
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(TRIES):
        request = urllib.request.Request(URL + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or attempt == TRIES - 1:
                sys.exit(f"{path}: {json.load(error)['message']}")
            time.sleep(int(error.headers.get("Retry-After") or 1))


def products(store_id):
    """Every product of a store. nextCursor leads to the next page, and is null on the last one."""
    cursor = {}
    while True:
        page = call("POST", "/products/fetch", {"storeId": store_id, "limit": 100, "include": ["prices", "skus"], **cursor})
        yield from page["data"]["products"]
        for warning in page["data"]["warnings"]:
            print(f"Note: {warning}", file=sys.stderr)
        if page["nextCursor"] is None:
            return
        cursor = {"cursor": page["nextCursor"]}


def main(name, path):
    stores = call("GET", "/stores?permission=products:read")["stores"]
    store = next((one for one in stores if one["name"] == name), None) or sys.exit(f"There is no store {name}")
    # Until it is complete, the file has another name.
    partial = f"{path}.partial"
    with open(partial, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "title", "status", "lowest price", "stock", "SKUs"])
        for one in products(store["id"]):
            lowest = (one["priceRange"] or {}).get("min")
            writer.writerow([one["id"], one["title"], one["status"], lowest, one["stock"], " ".join(one["skus"])])
    os.replace(partial, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
