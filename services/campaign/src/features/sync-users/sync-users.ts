import { type UserSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { brandNameOf } from '../../domain/user.ts';

/** Keeps the copy of an account; a brand's new name goes onto its campaigns. */
export const syncUser =
  (deps: Deps) =>
  ({ data: user }: { readonly data: UserSnapshot }): Promise<void> =>
    deps.transaction(async ({ users, campaigns }) => {
      await users.keep(user);
      if (user.role === 'brand') await campaigns.renameBrand(user.userId, brandNameOf(user));
    });
