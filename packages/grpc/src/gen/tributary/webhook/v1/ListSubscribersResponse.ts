

export interface ListSubscribersResponse {
  'ownerIds'?: (string)[];
  'all'?: (boolean);
}

export interface ListSubscribersResponse__Output {
  'ownerIds': (string)[];
  'all': (boolean);
}
