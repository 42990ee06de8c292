

export interface Visit {
  'visitorId'?: (string);
  'affiliateId'?: (string);
  'isHeldOut'?: (boolean);
  'occurredAt'?: (string);
}

export interface Visit__Output {
  'visitorId': (string);
  'affiliateId': (string);
  'isHeldOut': (boolean);
  'occurredAt': (string);
}
