import { integrationFailed, type IntegrationSnapshot } from '@tributary/contracts';
import { type AppError } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { type IntegrationDocument } from '../store/models.ts';

/** A connected store as its events tell it. */
export const integrationSnapshotOf = (store: IntegrationDocument): IntegrationSnapshot => ({
  integrationId: store._id,
  brandId: store.brandId,
  campaignId: store.campaignId,
  platform: store.platform,
  shopUrl: store.shopUrl,
  connectedAt: store.createdAt.toISOString(),
});

/** Notes that a store's message could not be taken in, and says so where that is news. */
export async function noteStoreError(
  deps: Deps,
  store: IntegrationDocument,
  { code, message }: Pick<AppError, 'code' | 'message'>,
): Promise<void> {
  await deps.transaction(async ({ integrations, outbox }) => {
    const current = await integrations.find(store._id);
    if (current === undefined) return;
    const lastError = { code, message, at: deps.clock.now() };
    await integrations.change(store._id, { lastError });
    if (current.lastError?.code === code) return;
    await outbox.add(integrationFailed({ ...integrationSnapshotOf(store), error: code, message }));
  });
}

/** The last message or list was taken in, so that an earlier error is over. */
export async function noteStoreWorks(deps: Deps, store: IntegrationDocument): Promise<void> {
  await deps.integrations.change(store._id, { lastError: null, lastMessageAt: deps.clock.now() });
}
