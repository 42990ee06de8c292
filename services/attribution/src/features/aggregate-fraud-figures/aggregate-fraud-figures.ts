import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';

/** What is asked for most. */
const SUMMED_DAYS = 31;
/** Of brands that had an order since; the others' sums are kept already. */
const ACTIVE_DAYS = 2;

/** Sums up each active brand's last month, so that nobody who asks for it waits for that. */
export const aggregateFraudFigures =
  ({ figures, clock }: Pick<Deps, 'figures' | 'clock'>) =>
  async (): Promise<void> => {
    const to = clock.now();
    const from = new Date(to.getTime() - SUMMED_DAYS * DAY_MS);
    const since = new Date(to.getTime() - ACTIVE_DAYS * DAY_MS);
    for (const brandId of await figures.listBrands(since)) {
      await figures.sum({ brandId, from, to });
    }
  };
