

export interface CreatedForConversion {
  'conversionId'?: (string);
  'commissionCreated'?: (boolean);
  'commissionIds'?: (string)[];
}

export interface CreatedForConversion__Output {
  'conversionId': (string);
  'commissionCreated': (boolean);
  'commissionIds': (string)[];
}
