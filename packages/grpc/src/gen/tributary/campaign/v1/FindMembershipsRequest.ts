

export interface FindMembershipsRequest {
  'brandId'?: (string);
  'affiliateId'?: (string);
}

export interface FindMembershipsRequest__Output {
  'brandId': (string);
  'affiliateId': (string);
}
