

export interface GetCampaignRequest {
  'campaignId'?: (string);
}

export interface GetCampaignRequest__Output {
  'campaignId': (string);
}
