

export interface User {
  'userId'?: (string);
  'role'?: (string);
  'plan'?: (string);
  'status'?: (string);
  'email'?: (string);
  'name'?: (string);
  'company'?: (string);
  'country'?: (string);
  'phone'?: (string);
  'emailVerified'?: (boolean);
}

export interface User__Output {
  'userId': (string);
  'role': (string);
  'plan': (string);
  'status': (string);
  'email': (string);
  'name': (string);
  'company': (string);
  'country': (string);
  'phone': (string);
  'emailVerified': (boolean);
}
