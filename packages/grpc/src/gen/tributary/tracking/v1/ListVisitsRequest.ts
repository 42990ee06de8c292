

export interface ListVisitsRequest {
  'campaignId'?: (string);
  'since'?: (string);
  'after'?: (string);
  'withHeldOut'?: (boolean);
}

export interface ListVisitsRequest__Output {
  'campaignId': (string);
  'since': (string);
  'after': (string);
  'withHeldOut': (boolean);
}
