import { integrationSynced } from '@tributary/contracts';
import { conflict, isAppError } from '@tributary/errors';
import { HOUR_MS } from '@tributary/units';
import { z } from 'zod';
import { type Deps } from '../deps.ts';
import { readShopifyOrder } from '../domain/shopify.ts';
import { type StoreMessage } from '../domain/shop-order.ts';
import { readWooOrder } from '../domain/woocommerce.ts';
import { type StoreAccess } from '../clients/shop-client.ts';
import { integrationSnapshotOf, noteStoreError } from './integration-state.ts';
import { takeStoreMessage } from './apply-shop-webhook.ts';
import { type IntegrationDocument } from '../store/models.ts';

/** Bounds one run; the next one goes on where it ended. */
const MAX_PAGES = 20;
/** Orders of the hour before are looked at again: a store's clock and ours differ. */
const OVERLAP_MS = HOUR_MS;

export interface Synced {
  readonly since: Date;
  readonly orders: number;
  readonly recorded: number;
}

const changeFields = z.object({
  updated_at: z.iso.datetime({ offset: true }).optional(),
  date_modified_gmt: z.iso.datetime({ local: true }).optional(),
});

/** When the store last changed an order, as it says. */
function changedAt(order: unknown): Date | undefined {
  const parsed = changeFields.safeParse(order);
  if (!parsed.success) return undefined;
  const { updated_at: shopify, date_modified_gmt: woo } = parsed.data;
  if (shopify !== undefined) return new Date(shopify);
  return woo === undefined ? undefined : new Date(`${woo}Z`);
}

function readOrder(store: IntegrationDocument, order: unknown): StoreMessage {
  return store.platform === 'shopify' ? readShopifyOrder(order) : readWooOrder(order);
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof z.ZodError || (isAppError(error) && error.kind === 'invalid');

/** True where it was missed. One that cannot be read is passed over, as its webhook was. */
async function takeOrder(deps: Deps, store: IntegrationDocument, order: unknown): Promise<boolean> {
  try {
    const { status } = await takeStoreMessage(deps)(store, readOrder(store, order));
    return status === 'recorded' || status === 'adjusted' || status === 'reversed';
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}

interface Run {
  readonly orders: number;
  readonly recorded: number;
  /** Up to here all is known. */
  readonly until: Date;
}

async function fetchOrders(
  deps: Deps,
  store: IntegrationDocument,
  asked: { access: StoreAccess; since: Date },
): Promise<Run> {
  const { access, since } = asked;
  const started = deps.clock.now();
  let run: Run = { orders: 0, recorded: 0, until: since };
  let page: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const target = { shopUrl: store.shopUrl, access };
    const found = await deps.storeClient.listOrders(target, since, page);
    for (const order of found.orders) {
      const isMissed = await takeOrder(deps, store, order);
      run = {
        orders: run.orders + 1,
        recorded: run.recorded + Number(isMissed),
        until: changedAt(order) ?? run.until,
      };
    }
    page = found.next;
    if (page === undefined) return { ...run, until: started };
  }
  return run;
}

function accessOf(deps: Deps, store: IntegrationDocument): StoreAccess {
  if (store.sealedAccess === null) {
    throw conflict('sync_not_configured', { message: 'The store was connected without access' });
  }
  const opened = deps.seal.open(store.sealedAccess, `${store.brandId} ${store._id}`);
  return JSON.parse(opened) as StoreAccess;
}

/**
 * Fetches the orders that changed since the last time (or `since`) and takes in what had been missed.
 * Every order may be seen before, so that it can be repeated at any point.
 * @throws conflict sync_not_configured; unavailable where the store does not answer
 */
export const syncStore =
  (deps: Deps) =>
  async (store: IntegrationDocument, asked?: Date): Promise<Synced> => {
    const access = accessOf(deps, store);
    const { syncedUntil: known } = store;
    const since = asked ?? new Date(known.getTime() - OVERLAP_MS);
    await deps.integrations.change(store._id, { syncTriedAt: deps.clock.now() });
    try {
      const { orders, recorded, until } = await fetchOrders(deps, store, { access, since });
      await deps.transaction(async ({ integrations, outbox }) => {
        // What lies between the last time and a later `since` has not been asked for.
        const syncedUntil = since <= known && until > known ? until : known;
        await integrations.change(store._id, { lastError: null, syncedUntil });
        const told = { since: since.toISOString(), orders, recorded };
        await outbox.add(integrationSynced({ ...integrationSnapshotOf(store), ...told }));
      });
      return { since, orders, recorded };
    } catch (error) {
      if (isAppError(error)) await noteStoreError(deps, store, error);
      throw error;
    }
  };
