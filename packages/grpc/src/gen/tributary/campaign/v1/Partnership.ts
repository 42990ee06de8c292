

export interface Partnership {
  'brandId'?: (string);
  'affiliateId'?: (string);
  'campaignId'?: (string);
}

export interface Partnership__Output {
  'brandId': (string);
  'affiliateId': (string);
  'campaignId': (string);
}
