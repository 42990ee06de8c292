import { listLatestOfEach, type Session } from '@tributary/mongo';
import { type Identity } from './fact-store.ts';
import { type Collections, type DeviceDocument } from './collections.ts';

/** A customer who ordered with a visitor's cookie. */
export type SeenDevice = Omit<DeviceDocument, '_id'>;

/** How many devices of one customer are joined. */
const MAX_DEVICES = 20;

/** Which cookies customers ordered with; stored only for campaigns that join devices. */
export const deviceStore = ({ devices }: Collections, session?: Session) => ({
  add: async (seen: readonly SeenDevice[]): Promise<void> => {
    if (seen.length === 0) return;
    const upserts = seen.map(({ customer, visitorId, seenAt }) => ({
      updateOne: {
        filter: { _id: `${customer}|${visitorId}` },
        // The earliest time counts: an order is joined by what was known when it was tracked.
        update: { $setOnInsert: { customer, visitorId }, $min: { seenAt } },
        upsert: true,
      },
    }));
    await devices.bulkWrite(upserts, { ordered: false });
  },
  /** Erases a customer's devices, and other customers' use of the same devices. @returns the number of uses */
  erase: async ({ customer, visitorId: own }: Identity): Promise<number> => {
    const options = session === undefined ? {} : { session };
    const seen = customer === null ? [] : await devices.find({ customer }, options).toArray();
    const visitors = seen.map(({ visitorId }) => visitorId);
    const visitorId = { $in: own === null ? visitors : [...visitors, own] };
    const used = { $or: [...(customer === null ? [] : [{ customer }]), { visitorId }] };
    return (await devices.deleteMany(used, options)).deletedCount;
  },
  /** The latest devices of each customer. */
  listOf: (customers: readonly string[]): Promise<SeenDevice[]> =>
    listLatestOfEach<SeenDevice, 'customer', DeviceDocument>(devices, {
      ...{ of: [['customer', customers]], by: 'seenAt', most: MAX_DEVICES, where: {} },
      projection: { _id: 0, customer: 1, visitorId: 1, seenAt: 1 },
      index: { customer: 1, seenAt: -1 },
    }),
});
