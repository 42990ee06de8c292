

export interface ApplyAdjustmentResponse {
  'reversedCommissions'?: (number);
  'adjustedCommissions'?: (number);
}

export interface ApplyAdjustmentResponse__Output {
  'reversedCommissions': (number);
  'adjustedCommissions': (number);
}
