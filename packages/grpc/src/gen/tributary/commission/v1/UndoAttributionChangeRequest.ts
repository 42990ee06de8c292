

export interface UndoAttributionChangeRequest {
  'changeId'?: (string);
  'undoId'?: (string);
  'campaignId'?: (string);
  'conversionIds'?: (string)[];
}

export interface UndoAttributionChangeRequest__Output {
  'changeId': (string);
  'undoId': (string);
  'campaignId': (string);
  'conversionIds': (string)[];
}
