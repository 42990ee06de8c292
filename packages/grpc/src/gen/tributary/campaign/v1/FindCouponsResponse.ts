

export interface FindCouponsResponse {
  'coupons'?: (string)[];
}

export interface FindCouponsResponse__Output {
  'coupons': (string)[];
}
