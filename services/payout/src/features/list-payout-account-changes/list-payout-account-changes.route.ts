import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();
const changeSchema = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    changed_by: z.enum(['affiliate', 'admin', 'provider']),
    changes: z.array(
      z
        .object({ field: z.string(), from: value, to: value })
        .meta({ id: 'FieldChange', description: 'A field that changed' }),
    ),
  })
  .meta({ id: 'PayoutAccountChange', description: 'A change of a payout account' });

export const listPayoutAccountChangesRoute = (deps: Deps) =>
  route({
    operationId: 'listPayoutAccountChanges',
    method: 'get',
    path: '/api/payouts/accounts/:account_id/changes',
    summary: 'A payout account’s changes and who made them, newest first',
    description: 'The newest 500. The oldest change is the account’s creation.',
    allow: ['affiliate', 'admin'],
    permission: 'payouts:read',
    params: z.object({ account_id: z.uuid() }),
    response: z.object({ success: z.literal(true), changes: z.array(changeSchema) }),
    handle: async ({ params, actor }) => {
      const owner = actor.role === 'admin' ? undefined : actor.id;
      const { id } = await deps.accounts.getWithRemoved(params.account_id, owner);
      const changes = await deps.accounts.listChanges(id);
      return {
        success: true,
        changes: changes.map((change) => ({
          id: change.id,
          at: change.at.toISOString(),
          changed_by: change.by.kind,
          changes: change.changes.map(({ field, from, to }) => ({ field, from, to })),
        })),
      };
    },
  });
