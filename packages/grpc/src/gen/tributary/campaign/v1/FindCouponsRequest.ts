

export interface FindCouponsRequest {
  'brandId'?: (string);
  'codes'?: (string)[];
}

export interface FindCouponsRequest__Output {
  'brandId': (string);
  'codes': (string)[];
}
