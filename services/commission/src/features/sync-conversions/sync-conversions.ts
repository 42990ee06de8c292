import type { Deps } from '../../deps.ts';
import {
  mergeConversion,
  type KnownConversion,
  isTracked,
  conversionViewOf,
} from '../../domain/conversion-view.ts';
import { freezeTerms } from '../../workflows/freeze-terms.ts';

/** Merges reports on conversions, in their order, into the stored views. */
export const syncConversions =
  (deps: Pick<Deps, 'transaction' | 'stores'>) => (reports: readonly KnownConversion[]) =>
    deps.transaction(async ({ conversionViews }) => {
      const known = await conversionViews.findKnown(reports.map(({ id }) => id));
      for (const report of reports)
        known.set(report.id, mergeConversion(known.get(report.id), report));
      const all = [...known.values()];
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
        tracked.map((one, index) => conversionViewOf(one, frozen[index]?.tiers ?? {})),
      );
    });
