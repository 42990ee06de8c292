import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';

/** The default period of fraud-analysis, and today. */
const AGGREGATED_DAYS = 31;
/** Brands without an order since then have their sums already. */
const ACTIVE_DAYS = 2;

/** Stores the sums of each active brand's last month, so that requests need not wait for them. */
export const aggregateFraudFigures =
  ({ figures, clock }: Pick<Deps, 'figures' | 'clock'>) =>
  async (): Promise<void> => {
    const to = clock.now();
    const from = new Date(to.getTime() - AGGREGATED_DAYS * DAY_MS);
    const since = new Date(to.getTime() - ACTIVE_DAYS * DAY_MS);
    for (const brandId of await figures.listBrands(since)) {
      await figures.sum({ brandId, from, to });
    }
  };
