import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { route } from '@tributary/service';
import { createSharedReads } from '@tributary/work';
import { type Deps } from '../../deps.ts';
import { PAYOUT_CURRENCY } from '../../domain/payout-request.ts';
import { compareProviders, type ProviderBooks } from './compare-providers.ts';

const MAX_SHOWN = 100;

const response = z.object({
  agrees: z.boolean().describe('Whether no difference was found'),
  since: z.iso.datetime().describe('The compared payments were made at or after this time'),
  providers: z
    .array(
      z
        .object({
          provider: z.enum(payoutProviders),
          payments: z.int().describe('Payouts for which the provider lists payments'),
          paid_by_provider: z
            .number()
            .describe('The sum of the payments that the provider has paid'),
          completed_here: z
            .number()
            .describe('The sum of the completed payouts that it should have paid, less their fees'),
          currency: z.string(),
        })
        .meta({ id: 'ProviderBooks', description: 'The sums of a payment provider, and ours' }),
    )
    .describe('One for each payment provider'),
  difference_count: z.int().describe('How many differences there are'),
  differences: z
    .array(
      z
        .object({
          at: z
            .string()
            .describe('`payout <id>`, or `payment <id>` of one that names no payout')
            .meta({ examples: ['payout 01975b3c-7c00-7000-8000-000000000701'] }),
          what: z
            .string()
            .describe('What they disagree on')
            .meta({ examples: ['another amount'] }),
          ours: z
            .string()
            .describe('By the payouts')
            .meta({ examples: ['59.60 USD'] }),
          theirs: z
            .string()
            .describe('By the provider')
            .meta({ examples: ['59.59 USD'] }),
        })
        .meta({ id: 'BookDifference', description: 'A fact on which two books disagree' }),
    )
    .describe(`The first ${String(MAX_SHOWN)}`),
});

const amount = (minor: number): number => toWireNumber(minor, PAYOUT_CURRENCY);

function viewOf({ since, providers, differences }: ProviderBooks): z.output<typeof response> {
  return {
    agrees: differences.length === 0,
    since: since.toISOString(),
    providers: providers.map(({ provider, payments, ...sums }) => ({
      provider,
      payments,
      paid_by_provider: amount(sums.paidByProviderMinor),
      completed_here: amount(sums.completedHereMinor),
      currency: PAYOUT_CURRENCY,
    })),
    difference_count: differences.length,
    differences: differences.slice(0, MAX_SHOWN),
  };
}

export const getReconciliationRoute = (deps: Deps) => {
  // A comparison reads the lists of all providers, so callers of one moment share it.
  const share = createSharedReads<ProviderBooks>();
  return route({
    operationId: 'getReconciliation',
    method: 'get',
    path: '/api/admin/payouts/reconciliation',
    summary: 'Compare the payment providers’ lists of the last 35 days with the payouts',
    description:
      'Nothing is changed. Each night the same comparison also applies what no callback reported. A payout that a provider settles at this moment may count as a difference once.',
    allow: ['admin'],
    permission: 'platform:read',
    response,
    handle: async () => viewOf(await share('all', () => compareProviders(deps))),
  });
};
