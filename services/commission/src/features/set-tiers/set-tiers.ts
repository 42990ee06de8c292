import { conflict } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { type TierScheme, tiersSet } from '../../domain/tier.ts';
import { type campaignTiersBody, nextScheme } from './tier-fields.ts';

interface Input {
  readonly schemeId: string;
  readonly brandId: string | null;
  readonly baseRate: string;
  readonly body: z.output<typeof campaignTiersBody>;
}

/**
 * Sets all tiers of a scheme anew, from now on: conversions tracked before keep what they were tracked
 * with. Others hear each tier's bonus.
 * @throws conflict `tiers_changed` where somebody else did so at the same moment
 */
export const setTiers =
  (deps: Deps) =>
  async (input: Input): Promise<TierScheme> => {
    const versions = await deps.stores.tiers.listSchemes([input.schemeId]);
    const scheme = nextScheme(versions.at(-1), input, {
      now: deps.clock.now(),
      newId: deps.newId,
    });
    try {
      // A repeated call is answered with what the first has set.
      return await deps.transaction(async ({ tiers, outbox }) => {
        await tiers.addScheme(scheme);
        await outbox.add(tiersSet(scheme));
        return scheme;
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict('tiers_changed', {
        message: 'Somebody else changed these tiers at the same moment',
      });
    }
  };
