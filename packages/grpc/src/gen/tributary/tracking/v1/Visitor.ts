

export interface Visitor {
  'campaignId'?: (string);
  'affiliateId'?: (string);
  'occurredAt'?: (string);
  'visitor'?: (string);
  'address'?: (string);
}

export interface Visitor__Output {
  'campaignId': (string);
  'affiliateId': (string);
  'occurredAt': (string);
  'visitor': (string);
  'address': (string);
}
