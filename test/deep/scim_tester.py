"""Runs scim2-tester against the service at $SCIM_URL with the key $SCIM_KEY; prints a line for each check, and its reason.

A userName is an e-mail address here, which no schema of SCIM can say: without the example it would be a random word.
"""

import os
import uuid

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server, filling

example_of = filling.get_random_example_value


def example_with_address(path):
    return f"{uuid.uuid4()}@acme.test" if str(path).lower().endswith("username") else example_of(path)


filling.get_random_example_value = example_with_address

headers = {"Authorization": f"Bearer {os.environ['SCIM_KEY']}"}
with Client(base_url=os.environ["SCIM_URL"], headers=headers) as client:
    for result in check_server(SyncSCIMClient(client)):
        print(result.status.name, result.resource_type or "", result.title, "-", result.reason or "")
