

export interface Touchpoint {
  'clickId'?: (string);
  'visitorId'?: (string);
  'affiliateId'?: (string);
  'linkId'?: (string);
  'occurredAt'?: (string);
  'navigated'?: (string);
}

export interface Touchpoint__Output {
  'clickId': (string);
  'visitorId': (string);
  'affiliateId': (string);
  'linkId': (string);
  'occurredAt': (string);
  'navigated': (string);
}
