import { integrationSynced } from '@tributary/contracts';
import { conflict, isAppError } from '@tributary/errors';
import { HOUR_MS } from '@tributary/units';
import { z } from 'zod';
import { type ShopAccess } from '../clients/shop-client.ts';
import { type Deps } from '../deps.ts';
import { type ShopEvent } from '../domain/shop-order.ts';
import { readShopifyOrder } from '../domain/shopify.ts';
import { readWooCommerceOrder } from '../domain/woocommerce.ts';
import { type IntegrationDocument } from '../store/collections.ts';
import { applyShopWebhook, type ShopWebhookDeps } from './apply-shop-webhook.ts';
import { integrationSnapshotOf, recordIntegrationError } from './integration-state.ts';

/** Bounds one run; the next run continues where it ended. */
const MAX_PAGES = 20;
/** Orders of the preceding hour are read again: the shop's clock may differ from ours. */
const OVERLAP_MS = HOUR_MS;

export interface SyncResult {
  readonly since: Date;
  readonly orders: number;
  readonly recorded: number;
}

export type SyncDeps = ShopWebhookDeps & Pick<Deps, 'cipher' | 'integrations' | 'shopClient'>;

const changeFields = z.object({
  updated_at: z.iso.datetime({ offset: true }).optional(),
  date_modified_gmt: z.iso.datetime({ local: true }).optional(),
});

/** The time of an order's last change, by the shop's clock. */
function changedAt(order: unknown): Date | undefined {
  const parsed = changeFields.safeParse(order);
  if (!parsed.success) return undefined;
  const { updated_at: shopify, date_modified_gmt: wooCommerce } = parsed.data;
  if (shopify !== undefined) return new Date(shopify);
  return wooCommerce === undefined ? undefined : new Date(`${wooCommerce}Z`);
}

function readOrder({ platform }: IntegrationDocument, order: unknown): ShopEvent {
  return platform === 'shopify' ? readShopifyOrder(order) : readWooCommerceOrder(order);
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof z.ZodError || (isAppError(error) && error.kind === 'invalid');

/** True for a missed order or change. An unreadable order is skipped, as its webhook was. */
async function applyOrder(
  deps: SyncDeps,
  integration: IntegrationDocument,
  order: unknown,
): Promise<boolean> {
  try {
    const { status } = await applyShopWebhook(deps)(integration, readOrder(integration, order));
    return status === 'recorded' || status === 'adjusted' || status === 'reversed';
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}

interface Run {
  readonly orders: number;
  readonly recorded: number;
  /** All orders up to this time are known. */
  readonly until: Date;
}

async function fetchOrders(
  deps: SyncDeps,
  integration: IntegrationDocument,
  { access, since }: { access: ShopAccess; since: Date },
): Promise<Run> {
  const started = deps.clock.now();
  let run: Run = { orders: 0, recorded: 0, until: since };
  let page: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const shop = { shopUrl: integration.shopUrl, access };
    const found = await deps.shopClient.listOrders(shop, since, page);
    for (const order of found.orders) {
      const isMissed = await applyOrder(deps, integration, order);
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

function accessOf({ cipher }: SyncDeps, integration: IntegrationDocument): ShopAccess {
  const { _id: id, brandId, sealedAccess } = integration;
  if (sealedAccess === null) {
    throw conflict('sync_not_configured', {
      message: 'The shop was connected without access to its orders',
    });
  }
  return JSON.parse(cipher.decrypt(sealedAccess, `${brandId} ${id}`)) as ShopAccess;
}

/**
 * Fetches the orders that changed since the last sync (or `from`) and applies the missed ones. Orders may
 * be applied repeatedly, so a sync can be repeated from any point.
 * @throws conflict sync_not_configured; unavailable where the shop does not answer
 */
export const syncIntegration =
  (deps: SyncDeps) =>
  async (integration: IntegrationDocument, from?: Date): Promise<SyncResult> => {
    const { _id: id, syncedUntil: knownUntil } = integration;
    const access = accessOf(deps, integration);
    const since = from ?? new Date(knownUntil.getTime() - OVERLAP_MS);
    await deps.integrations.change(id, { syncTriedAt: deps.clock.now() });
    try {
      const { orders, recorded, until } = await fetchOrders(deps, integration, { access, since });
      await deps.transaction(async ({ integrations, outbox }) => {
        // A later `from` leaves a gap after the last sync.
        const syncedUntil = since <= knownUntil && until > knownUntil ? until : knownUntil;
        await integrations.change(id, { lastError: null, syncedUntil });
        const result = { since: since.toISOString(), orders, recorded };
        await outbox.add(integrationSynced({ ...integrationSnapshotOf(integration), ...result }));
      });
      return { since, orders, recorded };
    } catch (error) {
      if (isAppError(error)) await recordIntegrationError(deps, integration, error);
      throw error;
    }
  };
