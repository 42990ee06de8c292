

export interface ApplyAdjustmentRequest {
  'conversion'?: (string);
}

export interface ApplyAdjustmentRequest__Output {
  'conversion': (string);
}
