import { integrationFailed, type IntegrationSnapshot } from '@tributary/contracts';
import { type AppError } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { type IntegrationDocument } from '../store/collections.ts';

/** A connected shop in the form of its events. */
export const integrationSnapshotOf = (integration: IntegrationDocument): IntegrationSnapshot => ({
  integrationId: integration._id,
  brandId: integration.brandId,
  campaignId: integration.campaignId,
  platform: integration.platform,
  shopUrl: integration.shopUrl,
  connectedAt: integration.createdAt.toISOString(),
});

/** Records the error of a shop's webhook or sync, and publishes it unless the same error came last. */
export async function recordIntegrationError(
  { clock, transaction }: Pick<Deps, 'clock' | 'transaction'>,
  integration: IntegrationDocument,
  { code, message }: Pick<AppError, 'code' | 'message'>,
): Promise<void> {
  await transaction(async ({ integrations, outbox }) => {
    const current = await integrations.find(integration._id);
    if (current === undefined) return;
    const lastError = { code, message, at: clock.now() };
    await integrations.change(integration._id, { lastError });
    if (current.lastError?.code === code) return;
    const snapshot = integrationSnapshotOf(integration);
    await outbox.add(integrationFailed({ ...snapshot, error: code, message }));
  });
}

/** Clears the last error after an applied webhook. */
export async function recordIntegrationSuccess(
  { clock, integrations }: Pick<Deps, 'clock' | 'integrations'>,
  integration: IntegrationDocument,
): Promise<void> {
  await integrations.change(integration._id, { lastError: null, lastMessageAt: clock.now() });
}
