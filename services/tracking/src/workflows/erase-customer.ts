import { conversionCustomerErased } from '@tributary/contracts';
import { type Outbox } from '@tributary/mongo';
import { type PersonSearch, type Remembered } from '../domain/customer-erasure.ts';
import { type ClickStore } from '../store/click-store.ts';
import { type ConversionStore } from '../store/conversion-store.ts';
import { type ErasureStep } from '../store/customer-erasure-store.ts';

/** Orders that one transaction erases. */
const CHUNK_SIZE = 100;

/** What takes part in the transaction of a step. */
export interface ErasingStores {
  readonly conversions: ConversionStore;
  readonly clicks: ClickStore;
  readonly outbox: Outbox;
}

export interface StepOf {
  readonly search: PersonSearch;
  /** The last order of the step before; null for the first step. */
  readonly after: string | null;
  /** The receipt that other services report to. */
  readonly erasureId?: string;
  /** What an earlier pass found. */
  readonly remembered?: Remembered | undefined;
}

/**
 * Erases the next orders of a person with the clicks that they name and their visitors' other clicks: here at once,
 * and in the other services by the event. Values, credit and commissions remain, so that all sums stay the same.
 */
export async function eraseStep(
  { conversions, clicks, outbox }: ErasingStores,
  { search, after, erasureId, remembered }: StepOf,
): Promise<ErasureStep> {
  const orders = await conversions.listOfPerson(search, after, CHUNK_SIZE);
  const ofOrders = orders.flatMap(({ clickId }) => clickId ?? []);
  const isNamed = search.by === 'click_id' && after === null;
  const clickIds = isNamed ? [search.value, ...ofOrders] : ofOrders;
  const { count: erasedClicks, visitors } = await clicks.eraseVisitors(
    [...clickIds, ...(remembered?.clickIds ?? [])],
    search.brandId,
    remembered?.visitors,
  );
  const erasedOrders = await conversions.eraseCustomers(orders.map(({ id }) => id));
  const reported = erasureId === undefined ? {} : { erasureId };
  for (const { id: conversionId, brandId, clickId } of orders) {
    await outbox.add(conversionCustomerErased({ conversionId, brandId, clickId, ...reported }));
  }
  return {
    found: { clickIds, visitors },
    orders: orders.length,
    counts: [
      { collection: 'conversions', count: erasedOrders },
      { collection: 'clicks', count: erasedClicks },
    ],
    position: orders.length < CHUNK_SIZE ? undefined : orders.at(-1)?.id,
  };
}
