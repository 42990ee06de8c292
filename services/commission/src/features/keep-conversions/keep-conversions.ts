import type { Deps } from '../../deps.ts';
import {
  hear,
  type HeardConversion,
  isTracked,
  shownConversion,
} from '../../domain/shown-conversion.ts';
import { freezeTerms } from '../../freeze-terms.ts';

/** Adds what was told of conversions, in its order, to what is known of them. */
export const keepConversions = (deps: Deps) => (told: readonly HeardConversion[]) =>
  deps.transaction(async ({ conversionViews }) => {
    const heard = await conversionViews.findHeard(told.map(({ id }) => id));
    for (const one of told) heard.set(one.id, hear(heard.get(one.id), one));
    const all = [...heard.values()];
    await conversionViews.saveUntracked(all.filter((one) => !isTracked(one)));
    const tracked = all.filter(isTracked);
    const frozen = await freezeTerms(deps)(
      tracked.map(({ facts, credit }) => ({
        ...facts,
        createdAt: facts.trackedAt.toISOString(),
        shares: credit.shares,
      })),
    );
    await conversionViews.saveMany(
      tracked.map((one, index) => shownConversion(one, frozen[index]?.tiers ?? {})),
    );
  });
