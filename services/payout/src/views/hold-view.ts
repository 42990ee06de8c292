import { z } from 'zod';
import { type HoldReason } from '../domain/hold.ts';

export const holdReasonsSchema = z.array(
  z
    .object({ reason: z.string(), until: z.iso.datetime().nullable() })
    .meta({ id: 'HoldReason', description: 'Why a payout waits for an administrator' }),
);

export const holdReasonsView = (
  reasons: readonly HoldReason[],
): z.output<typeof holdReasonsSchema> =>
  reasons.map(({ code, until = null }) => ({ reason: code, until }));

/** What a changed account holds from now on. */
export const newHoldFields = {
  hold_reasons: holdReasonsSchema
    .optional()
    .describe('Only where payouts to the account are held for review because of this change'),
};

/** Why payouts are held because of a change of accounts. */
export const newHoldView = (reasons: readonly HoldReason[]) =>
  reasons.length === 0 ? {} : { hold_reasons: holdReasonsView(reasons) };
