import { z } from 'zod';
import { currencySchema, toWireNumber } from '@tributary/money';
import { creationTimeOf, route } from '@tributary/service';
import { type LedgerBalance } from '../../clients/ledger.ts';
import { type Deps } from '../../deps.ts';

const balanceSchema = z
  .object({
    user_id: z.uuid(),
    available_balance: z.number(),
    pending_balance: z.number(),
    total_paid_out: z.number(),
    currency: z.string(),
    last_updated: z.iso
      .datetime()
      .nullable()
      .describe('The last booking; the creation of the account where there is none'),
  })
  .meta({ id: 'Balance', description: 'What an affiliate has earned and not been paid' });

/** The time of the last booking, else of the account's creation. */
const lastUpdatedOf = ({ lastUpdated }: LedgerBalance, affiliateId: string): string | null =>
  lastUpdated === '' ? (creationTimeOf(affiliateId)?.toISOString() ?? null) : lastUpdated;

export const getPayoutBalanceRoute = (deps: Deps) =>
  route({
    operationId: 'getPayoutBalance',
    method: 'get',
    path: '/api/payouts/balance/current',
    summary: 'The balance that can be paid out now',
    description:
      'Approved commissions that are neither paid nor reserved, less debts; may be negative.',
    allow: ['affiliate'],
    permission: 'payouts:read',
    query: z.strictObject({ currency: currencySchema.default('USD') }),
    response: z.object({ success: z.literal(true), balance: balanceSchema }),
    handle: async ({ query: { currency }, actor }) => {
      const balance = await deps.ledger.balance(actor.id, currency);
      return {
        success: true,
        balance: {
          user_id: actor.id,
          available_balance: toWireNumber(balance.availableMinor, currency),
          pending_balance: toWireNumber(balance.pendingMinor, currency),
          total_paid_out: toWireNumber(balance.paidMinor, currency),
          currency,
          last_updated: lastUpdatedOf(balance, actor.id),
        },
      };
    },
  });
