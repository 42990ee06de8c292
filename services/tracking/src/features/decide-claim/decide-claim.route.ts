import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { freeText } from '../../domain/plain-text.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { brandClaim, claimRefusal, toBrandClaim } from '../../views/claim-view.ts';
import { decimal, optionalCurrency } from '../../workflows/order-fields.ts';
import { type ClaimDecision, decideClaim } from './decide-claim.ts';

const body = z
  .strictObject({
    decision: z.enum(['accepted', 'refused']).meta({ examples: ['accepted'] }),
    reason: claimRefusal.optional().describe('Why it is refused; needed with `refused` only'),
    notes: freeText(2_000)
      .optional()
      .describe('Words to the affiliate')
      .meta({ examples: ['Found: order A-1002, paid on May 1'] }),
    order_value: decimal
      .optional()
      .describe('The order’s value, with `accepted`; needed where the claim names none'),
    currency: optionalCurrency.describe(
      'Of `order_value`; default: the claim’s, or the campaign’s',
    ),
  })
  .superRefine((call, ctx) => {
    const issue = (path: string, message: string) => {
      ctx.addIssue({ code: 'custom', path: [path], message });
    };
    const { decision, reason, order_value: value, currency } = call;
    if (decision === 'refused' && reason === undefined) issue('reason', 'A refusal needs a reason');
    if (decision === 'accepted' && reason !== undefined) {
      issue('reason', 'Only a refusal has a reason');
    }
    if (decision === 'refused' && value !== undefined) {
      issue('order_value', 'Only an acceptance has a value');
    }
    if (value === undefined && currency !== undefined) {
      issue('order_value', 'Is needed with a currency');
    }
  });

function decisionOf(call: z.output<typeof body>): ClaimDecision {
  const { decision, reason = 'other', order_value: value, currency } = call;
  const notes = call.notes ?? null;
  if (decision === 'refused') return { decision, reason, notes };
  return { decision, notes, orderValue: value === undefined ? undefined : String(value), currency };
}

export const decideClaimRoute = (deps: Deps) => {
  const decide = decideClaim(deps);
  return route({
    operationId: 'decideClaim',
    method: 'put',
    path: '/api/brand/claims/:claim_id/decision',
    summary: 'Accept or refuse a claim to a missing order',
    description:
      'Final; the same decision again answers the same. Accepting makes a pending conversion of the order, ' +
      'credited to the affiliate’s link, click or code (`conversion_id`), or credits a reported order that ' +
      'was credited to nobody. It is assessed for fraud, counts against caps and waits for your review like ' +
      'any other. Where the order was reported in the meantime it answers the claim itself: 409.',
    allow: ['brand'] as const,
    permission: 'conversions:write',
    params: z.object({ claim_id: uuidInput }),
    body,
    response: z.object({ success: z.literal(true), data: brandClaim }),
    errors: {
      claim_not_found: 'There is no such claim to an order of this brand',
      claim_closed:
        '409 with status and reason: it has another decision, or its order has answered it',
      order_value_required: 'The claim names no value, so the acceptance has to',
      campaign_not_active: 'The campaign is a draft or archived',
      assessment_unavailable: '503: the order was reported just now, and is not attributed yet',
    },
    handle: async ({ params, body: call, actor }) => {
      const claim = await decide({
        claimId: params.claim_id,
        brandId: actor.id,
        decision: decisionOf(call),
      });
      return { success: true, data: toBrandClaim(claim) };
    },
  });
};
