import { conversionDisputed } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { snapshotOf } from '../../domain/conversion.ts';
import { freeText } from '../../domain/plain-text.ts';

interface DisputeInput {
  readonly conversionId: string;
  readonly affiliateId: string;
  readonly reason: string;
}

/** Records an affiliate's dispute of a decision; once for each conversion. */
const disputeConversion =
  ({ clock, newId, transaction }: Pick<Deps, 'clock' | 'newId' | 'transaction'>) =>
  ({ conversionId, affiliateId, reason }: DisputeInput): Promise<string> =>
    transaction(async ({ conversions, outbox }) => {
      const conversion = await conversions.getOfAffiliate(conversionId, affiliateId);
      if (conversion.dispute !== null) {
        throw conflict('already_disputed', { message: 'This conversion is disputed already' });
      }
      const disputeId = newId();
      const dispute = { disputeId, reason, disputedBy: affiliateId, at: clock.now() };
      await conversions.saveAll([{ ...conversion, dispute }]);
      await outbox.add(
        conversionDisputed({ ...snapshotOf(conversion), reason, disputedBy: affiliateId }),
      );
      return disputeId;
    });

export const disputeConversionRoute = (deps: Deps) => {
  const dispute = disputeConversion(deps);
  return route({
    operationId: 'disputeConversion',
    method: 'post',
    path: '/api/affiliate/conversions/:conversion_id/dispute',
    summary: 'Dispute the decision on a conversion',
    description: 'Each conversion can be disputed once; the brand is notified.',
    allow: ['affiliate'] as const,
    permission: 'conversions:write',
    idempotent: true,
    status: 201,
    params: z.object({ conversion_id: uuidInput }),
    body: z.strictObject({ reason: freeText(2_000) }),
    response: z.object({
      success: z.literal(true),
      data: z
        .object({ id: z.uuid(), status: z.literal('open') })
        .meta({ id: 'Dispute', description: 'An affiliate’s objection to a decision' }),
    }),
    errors: {
      conversion_not_found: 'There is no such conversion of this affiliate',
      already_disputed: '409',
    },
    handle: async ({ params, body, actor }) => {
      const { conversion_id: conversionId } = params;
      const input = { conversionId, affiliateId: actor.id, reason: body.reason };
      const id = await dispute(input);
      return { success: true, data: { id, status: 'open' } };
    },
  });
};
