

export interface CheckAccessRequest {
  'campaignId'?: (string);
  'accountId'?: (string);
}

export interface CheckAccessRequest__Output {
  'campaignId': (string);
  'accountId': (string);
}
