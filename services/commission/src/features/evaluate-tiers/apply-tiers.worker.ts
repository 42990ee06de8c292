import { worker } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import type { Deps } from '../../deps.ts';
import { PLATFORM_SCHEME, schemeInForce, tiersSet } from '../../domain/tier.ts';
import { evaluateTiers } from './evaluate-tiers.ts';

const AT_MOST = 50;

/**
 * Evaluates everybody once the platform's tiers were set anew, some at a time: those who stay in their tier hear
 * what it is good for now. What one instance has done is kept in memory only; tiers that are older than a day
 * when it starts have met the daily evaluation.
 *
 * Each instance that starts tells the platform's tiers, as nobody has set those that it begins with.
 */
export const applyTiersWorker = (deps: Deps) => {
  const isNewFrom = deps.clock.now().getTime() - DAY_MS;
  let isTold = false;
  let done = 0;
  let doing = { version: 0, after: '' };
  return worker({
    name: 'apply-tiers',
    everyMs: deps.config.TIER_CHECK_MS,
    run: async (): Promise<boolean> => {
      const versions = await deps.stores.tiers.listSchemes([PLATFORM_SCHEME]);
      const scheme = schemeInForce(versions, PLATFORM_SCHEME, deps.clock.now());
      if (scheme === undefined || scheme.version === done) return false;
      if (!isTold) await deps.transaction(({ outbox }) => outbox.add(tiersSet(scheme)));
      isTold = true;
      if (doing.version !== scheme.version) doing = { version: scheme.version, after: '' };
      const isNew = scheme.effectiveFrom.getTime() >= isNewFrom;
      const next = isNew ? await deps.reports.listAffiliatesAfter(doing.after, AT_MOST) : [];
      for (const affiliateId of next) await evaluateTiers(deps)(affiliateId);
      doing.after = next.at(-1) ?? '';
      if (next.length === 0) done = scheme.version;
      return next.length > 0;
    },
  });
};
