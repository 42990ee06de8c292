

export interface GetCampaignResponse {
  'campaign'?: (string);
}

export interface GetCampaignResponse__Output {
  'campaign': (string);
}
