

export interface CheckAccessResponse {
  'isAllowed'?: (boolean);
}

export interface CheckAccessResponse__Output {
  'isAllowed': (boolean);
}
