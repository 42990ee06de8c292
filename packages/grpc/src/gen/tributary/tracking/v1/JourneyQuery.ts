

export interface JourneyQuery {
  'clickId'?: (string);
  'campaignId'?: (string);
  'visitorIds'?: (string)[];
  'byDevice'?: (boolean);
  'from'?: (string);
  'to'?: (string);
}

export interface JourneyQuery__Output {
  'clickId': (string);
  'campaignId': (string);
  'visitorIds': (string)[];
  'byDevice': (boolean);
  'from': (string);
  'to': (string);
}
