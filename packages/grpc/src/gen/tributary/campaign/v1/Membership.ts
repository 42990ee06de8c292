

export interface Membership {
  'campaignId'?: (string);
  'joinedAt'?: (string);
}

export interface Membership__Output {
  'campaignId': (string);
  'joinedAt': (string);
}
