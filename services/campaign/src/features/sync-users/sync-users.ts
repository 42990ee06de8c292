import { type UserSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { brandNameOf } from '../../domain/user.ts';

/** Updates the copy of an account, and the brand's name and suspension on its campaigns. */
export const syncUser =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  ({ data: user }: { readonly data: UserSnapshot }): Promise<void> =>
    transaction(async ({ users, campaigns }) => {
      await users.save(user);
      if (user.role !== 'brand') return;
      await campaigns.renameBrand(user.userId, brandNameOf(user));
      await campaigns.setBrandSuspended(user.userId, user.status === 'suspended');
    });
