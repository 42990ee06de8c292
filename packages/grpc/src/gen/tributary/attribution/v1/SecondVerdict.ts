

export interface SecondVerdict {
  'conversionId'?: (string);
  'judgedAt'?: (string);
  'fraudScore'?: (number | string);
  'isHeld'?: (boolean);
}

export interface SecondVerdict__Output {
  'conversionId': (string);
  'judgedAt': (string);
  'fraudScore': (number);
  'isHeld': (boolean);
}
