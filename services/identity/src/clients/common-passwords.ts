import { dictionary } from '@zxcvbn-ts/language-common';

export interface CommonPasswords {
  /** Whether the password, in any case of letters, is one of the most common. */
  has(password: string): boolean;
  readonly size: number;
}

/** The list of leaked passwords by which zxcvbn judges. */
export function openCommonPasswords(): CommonPasswords {
  const known = new Set(dictionary['passwords-common'].map((one) => one.toLowerCase()));
  return {
    has: (password) => known.has(password.normalize('NFKC').toLowerCase()),
    size: known.size,
  };
}
