import { integrationConnected } from '@tributary/contracts';
import { targetIssue } from '@tributary/egress';
import { conflict, invalidFields, notFound } from '@tributary/errors';
import { isDuplicateKey, recordChange } from '@tributary/mongo';
import { type ShopAccess } from '../../clients/shop-client.ts';
import { type Deps } from '../../deps.ts';
import { MAX_INTEGRATIONS } from '../../domain/integration.ts';
import { type IntegrationDocument } from '../../store/collections.ts';
import { integrationSnapshotOf } from '../../workflows/integration-state.ts';

export interface CreateIntegrationInput {
  readonly brandId: string;
  readonly campaignId: string;
  readonly platform: IntegrationDocument['platform'];
  readonly shopUrl: string;
  readonly secret: string;
  readonly access: ShopAccess | null;
}

type CreateDeps = Pick<
  Deps,
  'cipher' | 'clock' | 'config' | 'directory' | 'integrations' | 'newId' | 'transaction'
>;

/** Scheme, host and path of a shop's URL. */
function normalizedShopUrl(text: string): string {
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, '');
}

/** @throws invalid naming shop_url; not_found campaign_not_found; conflict too_many_integrations */
async function requireValid(
  { config, directory, integrations }: CreateDeps,
  { brandId, campaignId, shopUrl }: CreateIntegrationInput,
): Promise<void> {
  const issue = targetIssue(shopUrl, { allowPrivate: config.INTEGRATION_ALLOW_PRIVATE });
  if (issue !== undefined) throw invalidFields([{ path: 'shop_url', message: issue }]);
  const campaign = await directory.findCampaign(campaignId);
  if (campaign?.brandId !== brandId) {
    throw notFound('campaign_not_found', { message: 'There is no such campaign' });
  }
  const known = await integrations.listOfBrand(brandId, MAX_INTEGRATIONS);
  if (known.length >= MAX_INTEGRATIONS) {
    const message = `At most ${String(MAX_INTEGRATIONS)} shops`;
    throw conflict('too_many_integrations', { message });
  }
}

function documentOf(
  { cipher, clock, newId }: CreateDeps,
  { brandId, campaignId, platform, shopUrl, secret, access }: CreateIntegrationInput,
): IntegrationDocument {
  const id = newId();
  const now = clock.now();
  const context = `${brandId} ${id}`;
  return {
    _id: id,
    brandId,
    campaignId,
    platform,
    shopUrl: normalizedShopUrl(shopUrl),
    sealedSecret: cipher.encrypt(secret, context),
    sealedAccess: access === null ? null : cipher.encrypt(JSON.stringify(access), context),
    lastError: null,
    lastMessageAt: null,
    syncedUntil: now,
    syncTriedAt: now,
    createdAt: now,
  };
}

/**
 * Connects a shop, so that its signed webhooks are accepted.
 * @throws invalid naming shop_url; not_found campaign_not_found; conflict already_connected, too_many_integrations
 */
export const createIntegration =
  (deps: CreateDeps) =>
  async (input: CreateIntegrationInput): Promise<IntegrationDocument> => {
    await requireValid(deps, input);
    const integration = documentOf(deps, input);
    try {
      await deps.transaction(async ({ integrations, outbox }) => {
        await integrations.add(integration);
        recordChange({ kind: 'integration', id: integration._id, after: integration });
        await outbox.add(integrationConnected(integrationSnapshotOf(integration)));
      });
      return integration;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict('already_connected', { message: 'This shop is connected already' });
    }
  };
