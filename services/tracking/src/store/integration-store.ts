import { notFound } from '@tributary/errors';
import { NEWEST_FIRST, type Session } from '@tributary/mongo';
import { type Collections, type IntegrationDocument } from './collections.ts';

const unknownIntegration = () =>
  notFound('integration_not_found', { message: 'There is no such integration' });

/** The shops that brands have connected. */
export const integrationStore = (
  { integrations }: Collections,
  session: Session | null = null,
) => ({
  /** Throws a duplicate key where the brand has connected this shop already. */
  add: async (integration: IntegrationDocument): Promise<void> => {
    await integrations.create([integration], { session });
  },

  find: async (id: string): Promise<IntegrationDocument | undefined> =>
    (await integrations.findById(id, null, { session }).lean()) ?? undefined,

  /** @throws not_found integration_not_found, also for another brand's */
  getOfBrand: async (id: string, brandId: string): Promise<IntegrationDocument> => {
    const found = await integrations.findOne({ _id: id, brandId }, null, { session }).lean();
    if (found === null) throw unknownIntegration();
    return found;
  },

  /** Newest first. */
  listOfBrand: (brandId: string, limit: number): Promise<IntegrationDocument[]> =>
    integrations.find({ brandId }).sort(NEWEST_FIRST).limit(limit).lean(),

  /** Shops with access to their orders, the longest unsynced first. */
  listToSync: (limit: number): Promise<IntegrationDocument[]> =>
    integrations
      .find({ sealedAccess: { $type: 'string' } })
      .sort({ syncTriedAt: 1 })
      .limit(limit)
      .lean(),

  change: async (
    id: string,
    changed: Partial<
      Pick<IntegrationDocument, 'lastError' | 'lastMessageAt' | 'syncedUntil' | 'syncTriedAt'>
    >,
  ): Promise<void> => {
    await integrations.updateOne({ _id: id }, { $set: changed }).session(session);
  },

  remove: async (id: string): Promise<void> => {
    await integrations.deleteOne({ _id: id }).session(session);
  },
});
