import { z } from 'zod';
import { type MemberRole, roles } from '@tributary/contracts';
import { type User } from '../domain/user.ts';
import { memberRoleField } from './team-view.ts';

/** An account in which the caller may act. */
export const accountResponse = z
  .object({
    account_id: z.uuid(),
    name: z.string(),
    account_role: z.enum(roles),
    member_role: memberRoleField,
  })
  .meta({ id: 'Membership', description: 'An account in which the caller may act' });

export const accountView = (
  { id, name, company, role }: User,
  memberRole: MemberRole,
): z.output<typeof accountResponse> => ({
  account_id: id,
  name: company ?? name,
  account_role: role,
  member_role: memberRole,
});
