import type mongoose from 'mongoose';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@tributary/units';
import { type CollectionDefinition, defineCollection } from './define-collection.ts';
import { eraseAccount } from './erase-account.ts';

/** An account to erase in this database, or one that was. */
export interface ErasureDocument {
  /** The account's id. */
  readonly _id: string;
  /** Its proved e-mail addresses as this service knew them; empty once the last pass is done. */
  readonly addresses: readonly string[];
  readonly erasedAt: Date;
  /** When the next pass is due; while an instance erases, the end of its lease. Null after the last. */
  readonly dueAt: Date | null;
  readonly passes: number;
}

export const erasures = defineCollection<ErasureDocument>({
  name: 'account_erasures',
  shardKey: { _id: 'hashed' },
  // Proof of the erasure; ids alone remain.
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['addresses'],
      erased: { kept: 'until the second pass, 15 days after the first' },
    },
  ],
  indexes: [
    { key: { dueAt: 1 }, name: 'due', partialFilterExpression: { dueAt: { $type: 'date' } } },
  ],
});

const LEASE_MS = 10 * MINUTE_MS;
const NOT_READY_MS = 10 * MINUTE_MS;
/** After a failure, such as that of a busy database. */
const RETRY_MS = 10 * SECOND_MS;
/** Longer than an event can be delivered again (14 days), which may bring copies back. */
const SECOND_PASS_MS = 15 * DAY_MS;

interface Parts {
  readonly connection: mongoose.Connection;
  readonly declared: Readonly<Record<string, CollectionDefinition<unknown>>>;
  readonly clock: { readonly now: () => Date };
  /** The e-mail addresses that name the account in this database: only those that its owner proved. */
  readonly addressesOf?: (accountId: string) => Promise<readonly string[]>;
  /** False while work in progress still needs the data. */
  readonly isReady?: (accountId: string) => Promise<boolean>;
}

type Handle = ReturnType<typeof erasures.open>;

const claim = (handle: Handle, now: Date) =>
  handle.findOneAndUpdate(
    { dueAt: { $lte: now } },
    { $set: { dueAt: new Date(now.getTime() + LEASE_MS) } },
    { sort: { dueAt: 1 } },
  );

const finish = (handle: Handle, { _id, passes, erasedAt }: ErasureDocument): Promise<unknown> => {
  const second = { dueAt: new Date(erasedAt.getTime() + SECOND_PASS_MS), passes: 1 };
  const last = { dueAt: null, passes: passes + 1, addresses: [] };
  return handle.updateOne({ _id }, { $set: passes === 0 ? second : last });
};

/** Makes an erasure due at another time than the end of its lease. Where this fails, the lease ends by itself. */
const postpone = async (handle: Handle, { _id }: ErasureDocument, dueAt: Date): Promise<void> => {
  await handle.updateOne({ _id }, { $set: { dueAt } }).catch(() => undefined);
};

/**
 * The accounts that a service has to erase. Each is erased twice: at once, and when no event of
 * before can be delivered any more.
 */
export const openErasures = ({
  connection,
  declared,
  clock,
  addressesOf = () => Promise.resolve([]),
  isReady = () => Promise.resolve(true),
}: Parts) => {
  const handle = erasures.open(connection);

  return {
    /** Saves that an account is to be erased. May be repeated; saves nothing the second time. */
    request: async (
      accountId: string,
      options: {
        readonly addresses?: readonly string[];
        readonly session?: mongoose.mongo.ClientSession;
      } = {},
    ): Promise<void> => {
      const addresses = options.addresses ?? (await addressesOf(accountId));
      const now = clock.now();
      await handle.updateOne(
        { _id: accountId },
        { $setOnInsert: { addresses, erasedAt: now, dueAt: now, passes: 0 } },
        { upsert: true, ...(options.session === undefined ? {} : { session: options.session }) },
      );
    },

    /** Erases the next account that is due. What fails is due again soon. @returns whether there was one */
    eraseNext: async (): Promise<boolean> => {
      const now = clock.now();
      const next = await claim(handle, now);
      if (next === null) return false;
      try {
        if (await isReady(next._id)) {
          await eraseAccount(connection, declared, next);
          await finish(handle, next);
        } else {
          await postpone(handle, next, new Date(now.getTime() + NOT_READY_MS));
        }
      } catch (error) {
        await postpone(handle, next, new Date(clock.now().getTime() + RETRY_MS));
        throw error;
      }
      return true;
    },
  };
};
export type Erasures = ReturnType<typeof openErasures>;
