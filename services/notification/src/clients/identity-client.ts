import { roles } from '@tributary/contracts';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { OWNER_CALL, type ServiceTokens } from '@tributary/service';
import { z } from 'zod';
import { type ContactDocument } from '../store/collections.ts';

const roleSchema = z.enum(roles);

/** Client of identity, which owns the accounts. It connects at the first call. */
export function openIdentityClient(target: GrpcTarget, tokens: ServiceTokens) {
  const users = openGrpcClient('tributary.identity.v1.Users', target, tokens);
  return {
    /** An account as a contact that is older than every event, undefined where there is no such account. @throws unavailable */
    findContact: async (userId: string): Promise<ContactDocument | undefined> => {
      const { users: found } = await users.call('GetMany', { userIds: [userId] }, OWNER_CALL);
      const [user] = found;
      if (user === undefined) return undefined;
      const { role, status, name, email, emailVerified, phone } = user;
      return {
        _id: userId,
        role: roleSchema.parse(role),
        name,
        email,
        emailVerified,
        phone: phone === '' ? null : phone,
        isSuspended: status === 'suspended',
        version: '',
      };
    },
    close: () => {
      users.close();
    },
  };
}
