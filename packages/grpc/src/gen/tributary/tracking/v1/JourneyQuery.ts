

export interface JourneyQuery {
  'clickId'?: (string);
  'campaignId'?: (string);
  'visitorIds'?: (string)[];
  'byDevice'?: (boolean);
  'from'?: (string);
  'to'?: (string);
  'ownClickSuffices'?: (boolean);
}

export interface JourneyQuery__Output {
  'clickId': (string);
  'campaignId': (string);
  'visitorIds': (string)[];
  'byDevice': (boolean);
  'from': (string);
  'to': (string);
  'ownClickSuffices': (boolean);
}
