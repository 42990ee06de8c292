

export interface GetManyRequest {
  'userIds'?: (string)[];
}

export interface GetManyRequest__Output {
  'userIds': (string)[];
}
