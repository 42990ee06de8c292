import type { AttributionShare } from '@tributary/contracts';
import type { CommissionBasis } from '@tributary/terms';
import type { FrozenTier } from './tier.ts';

/** What a conversion's commissions were computed from; stored with it, so that an audit computes them again. */
export interface EarningBasis extends CommissionBasis {
  /** One per affiliate, largest first. */
  readonly shares: readonly AttributionShare[];
  /** The tier of each affiliate who has one, by id. */
  readonly tiers?: Readonly<Record<string, FrozenTier>>;
}
