import { type Identity } from './fact-store.ts';
import { type Models } from './models.ts';

/** A customer who ordered with a visitor's cookie. */
export interface SeenDevice {
  readonly customer: string;
  readonly visitorId: string;
  readonly seenAt: Date;
}

/** How many devices of one customer are joined. */
const MAX_DEVICES = 20;

/** Which cookies customers ordered with; stored only for campaigns that join devices. */
export const deviceStore = ({ devices }: Models) => ({
  add: async (seen: readonly SeenDevice[]): Promise<void> => {
    if (seen.length === 0) return;
    const upserts = seen.map(({ customer, visitorId, seenAt }) => ({
      updateOne: {
        filter: { _id: `${customer}|${visitorId}` as never },
        // The earliest time counts: an order is joined by what was known when it was tracked.
        update: { $setOnInsert: { customer, visitorId }, $min: { seenAt } },
        upsert: true,
      },
    }));
    await devices.collection.bulkWrite(upserts, { ordered: false });
  },
  /** Erases the devices of customers, and other customers' use of the same devices. */
  erase: async (identities: readonly Identity[]): Promise<void> => {
    const customer = { $in: identities.flatMap((it) => it.customer ?? []) };
    const seen = await devices.collection.find({ customer } as never).toArray();
    const own = identities.flatMap((it) => it.visitorId ?? []);
    const visitorId = {
      $in: [...own, ...seen.map((row) => row['visitorId'] as unknown as string)],
    };
    await devices.collection.deleteMany({ $or: [{ customer }, { visitorId }] });
  },
  listOf: async (customers: readonly string[]): Promise<SeenDevice[]> => {
    if (customers.length === 0) return [];
    const output = { customer: '$customer', visitorId: '$visitorId', seenAt: '$seenAt' };
    const latest = { n: MAX_DEVICES, sortBy: { seenAt: -1, _id: -1 }, output };
    return devices.collection
      .aggregate<SeenDevice>([
        { $match: { customer: { $in: [...new Set(customers)] } } },
        { $group: { _id: '$customer', rows: { $topN: latest } } },
        { $unwind: '$rows' },
        { $replaceRoot: { newRoot: '$rows' } },
      ])
      .toArray();
  },
});
