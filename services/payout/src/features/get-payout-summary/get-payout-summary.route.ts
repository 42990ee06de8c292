import { z } from 'zod';
import { currencySchema } from '@tributary/money';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { affiliatePayoutSchema } from '../../views/payout-view.ts';
import { getPayoutSummary } from './get-payout-summary.ts';

export const getPayoutSummaryRoute = (deps: Deps) =>
  route({
    operationId: 'getPayoutSummary',
    method: 'get',
    path: '/api/affiliate/payouts/summary',
    summary: 'Balance, payouts so far and the next one',
    description:
      'Amounts are in `currency`. Payouts and their minimums are in USD: in another currency `minimum_payout_amount` is converted at the exchange rate in force, rounded half to even to the currency’s minor unit, and null without a rate.',
    allow: ['affiliate'],
    permission: 'payouts:read',
    query: z.strictObject({ currency: currencySchema.default('USD') }),
    response: z.object({
      next_payout_date: z.iso.datetime().nullable(),
      minimum_payout_amount: z.number().nullable(),
      available_balance: z.number(),
      pending_payouts: z.number(),
      lifetime_payouts: z.number(),
      currency: z.string(),
      last_payout: affiliatePayoutSchema
        .pick({
          id: true,
          amount: true,
          status: true,
          payment_method: true,
          requested_at: true,
          completed_at: true,
          reference_number: true,
        })
        .meta({ id: 'LastPayout', description: 'The affiliate’s latest payout' })
        .nullable(),
    }),
    handle: ({ query, actor }) => getPayoutSummary(deps)(actor.id, query.currency),
  });
