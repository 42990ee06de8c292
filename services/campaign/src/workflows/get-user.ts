import { unavailable } from '@tributary/errors';
import { OWNER_CALL, openOwnerLookup } from '@tributary/service';
import { type GrpcClient } from '@tributary/grpc';
import { type UserCopy } from '../domain/user.ts';
import { type UserStore } from '../store/user-store.ts';

/** Accounts from this service's copy, or from identity where no event of them has arrived yet. */
export const openUserLookup = (
  users: Pick<UserStore, 'createIfAbsent' | 'find'>,
  identity: GrpcClient<'tributary.identity.v1.Users'>,
) =>
  openOwnerLookup<UserCopy, UserCopy>({
    find: users.find,
    request: async (id) => {
      const { users: found } = await identity.call('GetMany', { userIds: [id] }, OWNER_CALL);
      const [user] = found;
      if (user === undefined) return undefined;
      const { role, status, email, emailVerified, name, marketingChannels } = user;
      const company = user.company === '' ? null : user.company;
      const country = user.country === '' ? null : user.country;
      const account = { id, role, status, email, emailVerified, name, company, country };
      return { ...account, marketingChannels: marketingChannels?.names ?? null };
    },
    save: users.createIfAbsent,
  });

interface Accounts {
  readonly findUser: ReturnType<typeof openUserLookup>;
}

/** @throws unavailable: the caller's token is valid, so the missing account will arrive soon */
export async function getCaller({ findUser }: Accounts, id: string): Promise<UserCopy> {
  const user = await findUser(id);
  if (user === undefined) {
    throw unavailable('account_not_ready', {
      message: 'The account is not known here yet; try again in a moment',
      retryAfterSeconds: 1,
    });
  }
  return user;
}
