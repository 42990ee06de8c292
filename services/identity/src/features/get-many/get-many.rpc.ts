import { invalid } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { statusOf, type User } from '../../domain/user.ts';

const MAX_IDS = 500;

/** Protobuf has no null, so absent fields are empty. */
const messageOf = (user: User) => ({
  userId: user.id,
  role: user.role,
  plan: user.plan,
  status: statusOf(user),
  email: user.email,
  emailVerified: user.emailVerifiedAt !== null,
  name: user.name,
  company: user.company ?? '',
  country: user.country ?? '',
  phone: user.phone ?? '',
  marketingChannels: { names: [...user.marketingChannels] },
});

export const getManyRpc = ({ users }: Deps) =>
  rpc('tributary.identity.v1.Users', 'GetMany', async ({ userIds }) => {
    if (userIds.length > MAX_IDS) {
      throw invalid('too_many_ids', { message: `At most ${String(MAX_IDS)} ids a call` });
    }
    const found = await users.getMany(userIds);
    return { users: found.map(messageOf) };
  });
