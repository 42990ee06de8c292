"""Calls a running system through the generated client: `npm run tool -- python-client --smoke`."""

import os
import uuid

from tributary_client import AuthenticatedClient, Client
from tributary_client.api.campaign import create_campaign, list_campaigns
from tributary_client.api.identity import get_account, register_account
from tributary_client.models import (
    CreateCampaignRequest,
    Error,
    RegisterAccountRequest,
    TokenSession,
)

base_url = os.environ["BASE_URL"]
email = f"python-{uuid.uuid4().hex[:8]}@example.com"

session = register_account.sync(
    client=Client(base_url=base_url),
    body=RegisterAccountRequest.from_dict(
        {"email": email, "password": "a-long-password", "role": "brand", "name": "Python"}
    ),
)
assert isinstance(session, TokenSession), session

client = AuthenticatedClient(base_url=base_url, token=session.access_token)
account = get_account.sync(client=client)
assert account.email == email, account

campaign = create_campaign.sync(
    client=client,
    body=CreateCampaignRequest.from_dict(
        {
            "name": "Made by Python",
            "type": "sale",
            "landing_page_url": "https://shop.example.com/",
            "commission": {"type": "percentage", "value": 10, "currency": "USD"},
        }
    ),
)
assert campaign.name == "Made by Python", campaign

page = list_campaigns.sync(client=client)
assert [one.id for one in page.campaigns] == [campaign.id], page

refused = create_campaign.sync_detailed(
    client=client,
    body=CreateCampaignRequest.from_dict(
        {
            "name": "",
            "type": "sale",
            "landing_page_url": "not an address",
            "commission": {"type": "percentage", "value": 10, "currency": "USD"},
        }
    ),
)
assert refused.status_code == 400, refused
assert isinstance(refused.parsed, Error), refused.parsed

print(f"registered {email}, made campaign {campaign.id} and listed it; a wrong one was refused")
