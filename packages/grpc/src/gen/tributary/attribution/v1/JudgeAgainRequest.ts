

export interface JudgeAgainRequest {
  'conversionIds'?: (string)[];
  'approvedAt'?: (string)[];
}

export interface JudgeAgainRequest__Output {
  'conversionIds': (string)[];
  'approvedAt': (string)[];
}
