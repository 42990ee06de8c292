import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { statusOf } from '../../domain/payout.ts';
import { amountField, requireExactDecimals } from '../../views/amount-field.ts';
import { heldFields, heldView } from '../../views/payout-view.ts';
import { PAYOUT_CURRENCY } from '../../domain/payout-request.ts';
import { payoutProofErrors, requirePayoutProof } from '../../workflows/require-payout-proof.ts';
import { createPayout } from './create-payout.ts';

const MAX_COMMISSIONS = 1_000;

const body = z.strictObject({
  amount: amountField(PAYOUT_CURRENCY),
  commission_ids: z
    .array(z.uuid())
    .min(1)
    .max(MAX_COMMISSIONS)
    .refine((ids) => new Set(ids).size === ids.length, 'Must not name a commission twice')
    .meta({ uniqueItems: true }),
  description: z.string().max(500).optional(),
});

const response = z.object({
  success: z.literal(true),
  payout: z
    .object({
      id: z.uuid(),
      amount: z.number(),
      status: z.enum(['pending', 'in_transit', 'completed', 'failed']),
      provider: z.enum(payoutProviders),
      created_at: z.iso.datetime(),
      ...heldFields,
    })
    .meta({ id: 'NewPayout', description: 'A payout that was made' }),
});

const errors = {
  ...payoutProofErrors,
  amount_mismatch: 'The amount is not the unpaid amount of the commissions',
  below_minimum: 'Below 50.00 USD, or below the account’s own minimum',
  commission_not_found: 'A commission does not exist, or is another affiliate’s',
  commission_in_another_payout: 'A part of a commission is reserved (409)',
  commission_already_paid: 'All of a commission is paid (409)',
  commission_held: 'A commission waits for its brand’s review of the order (409)',
  commission_not_approved: 'A commission is not approved (409)',
  insufficient_balance: 'Above the available balance, which is net of debts',
  no_payment_method: 'There is no payout account',
  payment_method_not_verified: 'The account is not verified, or not active',
  fraud_check_pending: 'The orders could not be judged again yet; nothing is reserved (503)',
  payout_not_made: 'It took too long, or the amount of an earlier attempt is being released (503)',
  limits_unavailable: 'The hourly limits cannot be counted; nothing is reserved (503)',
} as const;

export const createPayoutRoute = (deps: Deps) =>
  route({
    operationId: 'createPayout',
    method: 'post',
    path: '/api/payouts/create',
    summary: 'Pay out given commissions',
    description:
      'Goes to the default account. The amount must equal the unpaid amount of the commissions. At most 5 per user and 20 per address an hour; fraud checks may hold it (status pending); `hold_reasons` then states why.',
    allow: ['affiliate'],
    limits: ['RATE_LIMIT_PAYOUT_CREATE_PER_HOUR', 'RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP'],
    permission: 'payouts:write',
    idempotent: true,
    status: 201,
    body,
    response,
    errors,
    handle: async ({ body: given, actor, request }) => {
      requireExactDecimals(request.rawBody, 'amount', PAYOUT_CURRENCY);
      requirePayoutProof(deps, actor, given.amount);
      const payout = await createPayout(deps)({
        affiliateId: actor.id,
        ip: request.ip,
        amountMinor: given.amount,
        commissionIds: given.commission_ids,
        description: given.description ?? null,
      });
      return {
        success: true,
        payout: {
          id: payout.id,
          amount: toWireNumber(payout.amountMinor, payout.currency),
          status: statusOf(payout) ?? 'pending',
          provider: payout.provider,
          created_at: payout.requestedAt.toISOString(),
          ...heldView(payout),
        },
      };
    },
  });
