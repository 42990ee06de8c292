/** What a new password is compared with. */
interface Owner {
  readonly email: string;
  readonly name: string;
}

/** Shorter names are parts of too many other words. */
const MIN_NAME_CHARACTERS = 4;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The texts that the owner's password must not contain: what a stranger would try first. */
function ownTexts({ email, name }: Owner): string[] {
  const [local = ''] = email.split('@');
  const words = [email, local, name, ...name.split(/[^\p{L}\p{N}]+/u)];
  return words.map(folded).filter((word) => word.length >= MIN_NAME_CHARACTERS);
}

/** Why a password is refused. */
export const passwordFaults = {
  short: 'Must have at least 10 characters',
  long: 'Must have at most 200 characters',
  common: 'Must not be one of the most common passwords',
  own: 'Must not contain your name or e-mail address',
} as const;
export type PasswordFault = keyof typeof passwordFaults;

/** Why the owner may not choose the password; undefined for a good one. */
export function passwordFault(
  password: string,
  owner: Owner,
  isCommon: (password: string) => boolean,
): string | undefined {
  if (isCommon(password)) return passwordFaults.common;
  const text = folded(password);
  return ownTexts(owner).some((own) => text.includes(own)) ? passwordFaults.own : undefined;
}
