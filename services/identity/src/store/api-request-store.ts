import { isDuplicateKey } from '@tributary/mongo';
import { type ApiRequestDocument } from './api-request-collection.ts';
import { type Collections } from './collections.ts';

export interface ApiRequestFilter {
  readonly apiKeyId?: string | undefined;
  readonly operation?: string | undefined;
  /** The first digit of the status. */
  readonly statusClass?: number | undefined;
  /** Requests before the one with this id. */
  readonly before?: string | undefined;
}

function queryOf({ apiKeyId, operation, statusClass, before }: ApiRequestFilter) {
  return {
    ...(apiKeyId === undefined ? {} : { apiKeyId }),
    ...(operation === undefined ? {} : { operation }),
    ...(statusClass === undefined
      ? {}
      : { status: { $gte: statusClass * 100, $lt: (statusClass + 1) * 100 } }),
    ...(before === undefined ? {} : { _id: { $lt: before } }),
  };
}

/** The logs of requests with API keys. */
export const apiRequestStore = ({ apiRequests }: Collections) => ({
  /** Adds requests, each once however often it is added. */
  add: async (requests: readonly ApiRequestDocument[]): Promise<void> => {
    const writes = requests.map(({ _id, ...request }) => ({
      updateOne: {
        filter: { _id, accountId: request.accountId },
        update: { $setOnInsert: request },
        upsert: true,
      },
    }));
    if (writes.length === 0) return;
    const write = () => apiRequests.bulkWrite(writes, { ordered: false });
    await write().catch((error: unknown) => {
      // Another call adds one of them at this moment: by now it is there.
      if (!isDuplicateKey(error)) throw error;
      return write();
    });
  },

  /** Deletes all but the newest `kept` of an account. */
  trim: async (accountId: string, kept: number): Promise<void> => {
    const oldest = await apiRequests
      .find({ accountId }, { projection: { _id: 1 } })
      .sort({ _id: -1 })
      .skip(kept)
      .limit(1)
      .next();
    if (oldest !== null) await apiRequests.deleteMany({ accountId, _id: { $lte: oldest._id } });
  },

  /** The newest first. */
  list: (
    accountId: string,
    filter: ApiRequestFilter,
    limit: number,
  ): Promise<ApiRequestDocument[]> =>
    apiRequests
      .find({ accountId, ...queryOf(filter) })
      .sort({ _id: -1 })
      .limit(limit)
      .toArray(),

  find: (accountId: string, id: string): Promise<ApiRequestDocument | null> =>
    apiRequests.findOne({ _id: id, accountId }),
});
