

export interface Visit {
  'visitorId'?: (string);
  'affiliateId'?: (string);
}

export interface Visit__Output {
  'visitorId': (string);
  'affiliateId': (string);
}
