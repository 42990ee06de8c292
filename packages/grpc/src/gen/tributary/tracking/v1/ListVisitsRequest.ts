

export interface ListVisitsRequest {
  'campaignId'?: (string);
  'since'?: (string);
  'after'?: (string);
}

export interface ListVisitsRequest__Output {
  'campaignId': (string);
  'since': (string);
  'after': (string);
}
