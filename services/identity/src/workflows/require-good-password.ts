import { invalidFields } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { passwordFault } from '../domain/password.ts';

/** @throws invalid for a common password and for one that contains the owner's name or address */
export function requireGoodPassword(
  { commonPasswords }: Pick<Deps, 'commonPasswords'>,
  password: string,
  owners: readonly { readonly email: string; readonly name: string }[],
): void {
  for (const owner of owners) {
    const message = passwordFault(password, owner, (text) => commonPasswords.has(text));
    if (message !== undefined) throw invalidFields([{ path: 'password', message }]);
  }
}
