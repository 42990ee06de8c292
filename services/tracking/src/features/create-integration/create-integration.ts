import { integrationConnected, integrationDisconnected } from '@tributary/contracts';
import { targetIssue } from '@tributary/egress';
import { conflict, invalidFields, notFound } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { type StoreAccess } from '../../clients/shop-client.ts';
import { integrationSnapshotOf } from '../../workflows/integration-state.ts';
import { type IntegrationDocument } from '../../store/models.ts';

export const MAX_STORES = 20;

export interface ConnectInput {
  readonly brandId: string;
  readonly campaignId: string;
  readonly platform: IntegrationDocument['platform'];
  readonly shopUrl: string;
  readonly secret: string;
  readonly access: StoreAccess | null;
}

/** Scheme, host and folder, without what follows. */
function normalShopUrl(text: string): string {
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, '');
}

/**
 * Connects a store: from then on its signed messages count.
 * @throws invalid naming shop_url; not_found campaign_not_found; conflict already_connected, too_many_integrations
 */
export const connectStore =
  (deps: Deps) =>
  async (input: ConnectInput): Promise<IntegrationDocument> => {
    const { brandId, campaignId, platform, access } = input;
    const policy = { allowPrivate: deps.config.INTEGRATION_ALLOW_PRIVATE };
    const issue = targetIssue(input.shopUrl, policy);
    if (issue !== undefined) throw invalidFields([{ path: 'shop_url', message: issue }]);
    const campaign = await deps.directory.findCampaign(campaignId);
    if (campaign?.brandId !== brandId) {
      throw notFound('campaign_not_found', { message: 'There is no such campaign' });
    }
    const known = await deps.integrations.listOfBrand(brandId, MAX_STORES);
    if (known.length >= MAX_STORES) {
      throw conflict('too_many_integrations', { message: `At most ${String(MAX_STORES)} stores` });
    }
    const id = deps.newId();
    const now = deps.clock.now();
    const context = `${brandId} ${id}`;
    const store: IntegrationDocument = {
      _id: id,
      brandId,
      campaignId,
      platform,
      shopUrl: normalShopUrl(input.shopUrl),
      sealedSecret: deps.seal.close(input.secret, context),
      sealedAccess: access === null ? null : deps.seal.close(JSON.stringify(access), context),
      lastError: null,
      lastMessageAt: null,
      syncedUntil: now,
      syncTriedAt: now,
      createdAt: now,
    };
    try {
      await deps.transaction(async ({ integrations, outbox }) => {
        await integrations.add(store);
        await outbox.add(integrationConnected(integrationSnapshotOf(store)));
      });
      return store;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict('already_connected', { message: 'This store is connected already' });
    }
  };

/** From then on the store's messages count no more. @throws not_found integration_not_found */
export const disconnectStore =
  (deps: Deps) =>
  (integrationId: string, brandId: string): Promise<void> =>
    deps.transaction(async ({ integrations, outbox }) => {
      const store = await integrations.getOfBrand(integrationId, brandId);
      await integrations.remove(integrationId);
      await outbox.add(integrationDisconnected(integrationSnapshotOf(store)));
    });
