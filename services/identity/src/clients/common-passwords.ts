import { dictionary } from '@zxcvbn-ts/language-common';

export interface CommonPasswords {
  /** Whether the password, in any case of letters, is one of the most common. */
  has(password: string): boolean;
  readonly size: number;
}

/** The list of leaked passwords by which zxcvbn judges; indexed at first use, as the index takes 2 MB. */
export function openCommonPasswords(): CommonPasswords {
  const words = dictionary['passwords-common'];
  let known: ReadonlySet<string> | undefined;
  return {
    has: (password) => {
      known ??= new Set(words.map((one) => one.toLowerCase()));
      return known.has(password.normalize('NFKC').toLowerCase());
    },
    size: words.length,
  };
}
