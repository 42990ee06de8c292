

export interface JudgeAgainRequest {
  'conversionIds'?: (string)[];
}

export interface JudgeAgainRequest__Output {
  'conversionIds': (string)[];
}
