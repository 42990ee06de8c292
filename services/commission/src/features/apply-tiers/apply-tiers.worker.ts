import { worker } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import type { Deps } from '../../deps.ts';
import { PLATFORM_SCHEME, schemeInForce, tiersSet } from '../../domain/tier.ts';
import { evaluateTiers } from '../../workflows/evaluate-tiers.ts';

const BATCH_SIZE = 50;

/**
 * Evaluates every affiliate after the platform's tiers changed, some at a time, so that changed benefits are published
 * for affiliates who stay in their tier. The progress lives in memory only: a scheme older than a day at the start was
 * covered by the daily evaluation.
 *
 * Each instance publishes the platform's tiers once after its start, because the default tiers are set by nobody.
 */
export const applyTiersWorker = (deps: Deps) => {
  const isNewFrom = deps.clock.now().getTime() - DAY_MS;
  let isPublished = false;
  let done = 0;
  let doing = { version: 0, after: '' };
  return worker({
    name: 'apply-tiers',
    everyMs: deps.config.TIER_CHECK_MS,
    run: async (): Promise<boolean> => {
      const versions = await deps.stores.tiers.listSchemes([PLATFORM_SCHEME]);
      const scheme = schemeInForce(versions, PLATFORM_SCHEME, deps.clock.now());
      if (scheme === undefined || scheme.version === done) return false;
      if (!isPublished) await deps.transaction(({ outbox }) => outbox.add(tiersSet(scheme)));
      isPublished = true;
      if (doing.version !== scheme.version) doing = { version: scheme.version, after: '' };
      const isNew = scheme.effectiveFrom.getTime() >= isNewFrom;
      const next = isNew ? await deps.reports.listAffiliatesAfter(doing.after, BATCH_SIZE) : [];
      for (const affiliateId of next) await evaluateTiers(deps)(affiliateId);
      doing.after = next.at(-1) ?? '';
      if (next.length === 0) done = scheme.version;
      return next.length > 0;
    },
  });
};
