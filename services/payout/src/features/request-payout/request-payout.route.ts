import { z } from 'zod';
import { toWireNumber } from '@tributary/money';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { amountField, requireExactDecimals } from '../../views/amount-field.ts';
import { heldFields, heldView } from '../../views/payout-view.ts';
import { PAYOUT_CURRENCY } from '../../domain/payout-request.ts';
import { payoutProofErrors, requirePayoutProof } from '../../workflows/require-payout-proof.ts';
import { requestPayout } from './request-payout.ts';

const response = z.object({
  success: z.literal(true),
  message: z.string(),
  payout_id: z.uuid(),
  amount: z.number(),
  status: z.literal('pending'),
  reference_number: z.string(),
  ...heldFields,
});

export const requestPayoutRoute = (deps: Deps) =>
  route({
    operationId: 'requestPayout',
    method: 'post',
    path: '/api/affiliate/payouts/request',
    summary: 'Request a payout',
    description:
      'Pays approved commissions, the oldest first. At most 5 an hour. Held for review within 72 hours of a change of its account, or of the destination after earlier payouts; `hold_reasons` then states why.',
    allow: ['affiliate'],
    limits: ['RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR'],
    permission: 'payouts:write',
    idempotent: true,
    body: z.strictObject({
      amount: amountField(PAYOUT_CURRENCY),
      payment_method_id: z.uuid(),
    }),
    response,
    errors: {
      ...payoutProofErrors,
      below_minimum: 'Below 50.00 USD, or below the account’s own minimum',
      insufficient_balance: 'Above the available balance',
      not_found: 'There is no such account of the caller (404)',
      payment_method_not_verified: 'The account is not verified, or not active',
      too_many_commissions: 'It would take more than 10,000 commissions; request a smaller amount',
      fraud_check_pending: 'The orders could not be judged again yet; nothing is reserved (503)',
      payout_not_made:
        'It took too long, or the amount of an earlier attempt is being released (503)',
      limits_unavailable: 'The hourly limits cannot be counted; nothing is reserved (503)',
    },
    handle: async ({ body, actor, request }) => {
      requireExactDecimals(request.rawBody, 'amount', PAYOUT_CURRENCY);
      requirePayoutProof(deps, actor, body.amount);
      const payout = await requestPayout(deps)({
        affiliateId: actor.id,
        accountId: body.payment_method_id,
        amountMinor: body.amount,
      });
      return {
        success: true,
        message: 'The payout was requested',
        payout_id: payout.id,
        amount: toWireNumber(payout.amountMinor, payout.currency),
        status: 'pending',
        reference_number: payout.referenceNumber,
        ...heldView(payout),
      };
    },
  });
