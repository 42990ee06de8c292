import type { Session } from '@tributary/mongo';
import {
  AFFILIATE_SUSPENDED,
  type Commission,
  FRAUD_CHECK_PENDING,
  FRAUD_REVIEW,
  freeMinor,
  heldMinor,
} from '../domain/commission.ts';
import { commissionParts, partsBetween } from '../domain/affiliate-sums.ts';
import type { CommissionDocument, Collections } from './collections.ts';
import type { Owner } from './report-filters.ts';
import { sumStore } from './sum-store.ts';

/** Copies the whole document: removing the two fields that only the store uses would cost ten times as much. */
export const toCommission = (doc: CommissionDocument): Commission => ({ ...doc, id: doc._id });

const toDoc = (commission: Commission): CommissionDocument => {
  const { id, ...facts } = commission;
  return { _id: id, ...facts, freeMinor: freeMinor(commission) };
};

const PAGE = 1_000;

/** A literal, not a text, in queries. */
const IN_REVIEW: typeof FRAUD_REVIEW = FRAUD_REVIEW;

const HELD_STATUSES = ['pending', 'approved'] as const;

interface Page {
  readonly skip: number;
  readonly limit: number;
}

type Fields = Readonly<Record<string, unknown>>;

interface Move {
  readonly before: Commission;
  readonly after: Commission;
}

/** The fields of a commission that may change after its creation. */
const mutable = (commission: Commission): Fields => ({
  status: commission.status,
  entitledMinor: commission.entitledMinor,
  isRefunded: commission.isRefunded,
  amountMinor: commission.amountMinor,
  paidMinor: commission.paidMinor,
  reservedMinor: commission.reservedMinor,
  freeMinor: freeMinor(commission),
  approvedAt: commission.approvedAt,
  paidAt: commission.paidAt,
  cancelledAt: commission.cancelledAt,
  payoutId: commission.payoutId,
  earlierPayoutIds: commission.earlierPayoutIds,
  adjustmentId: commission.adjustmentId,
  cancelReason: commission.cancelReason,
  cancelledBy: commission.cancelledBy,
  holdReason: commission.holdReason,
  verdict: commission.verdict,
  clawedBackMinor: commission.clawedBackMinor,
  lastChangeId: commission.lastChangeId,
  creditRevision: commission.creditRevision,
});

/**
 * The fields that differ from `before`, as an update that fits other commissions too: a field that became the whole amount
 * refers to `$amountMinor` instead of a number. A payout of thousands of commissions then takes a handful of writes.
 */
function changesOf({ before, after }: Move): Fields {
  const earlier = mutable(before);
  const changed = Object.entries(mutable(after)).filter(([name, now]) => now !== earlier[name]);
  const isWhole = (value: unknown): boolean =>
    value === after.amountMinor && after.amountMinor === before.amountMinor && value !== 0;
  return Object.fromEntries(
    changed.map(([name, now]) => [name, isWhole(now) ? '$amountMinor' : { $literal: now }]),
  );
}

function moveTo(after: Commission, read: ReadonlyMap<string, Commission>): Move {
  const before = read.get(after.id);
  if (before === undefined) throw new Error(`Commission ${after.id} was not read before`);
  return { before, after };
}

/** Commissions on hold. */
const heldCommissions = ({ commissions }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /**
     * Pending ones whose hold has ended, the longest due first; none that are held for another reason. Those whose orders
     * could not be judged come last, so that they delay no others.
     */
    listDue: async (now: Date, limit: number): Promise<Commission[]> => {
      const due = { status: 'pending' as const, holdUntil: { $lte: now } };
      const list = (holdReason: typeof FRAUD_CHECK_PENDING | null, most: number) =>
        commissions
          .find({ ...due, holdReason }, options)
          .sort({ holdUntil: 1 })
          .limit(most)
          .toArray();
      const docs = await list(null, limit);
      const left = limit - docs.length;
      if (left > 0) docs.push(...(await list(FRAUD_CHECK_PENDING, left)));
      return docs.map(toCommission);
    },

    /** Those of a brand that are held because their orders look like fraud, newest first. */
    listFraudHeld: async (brandId: string, page: Page): Promise<Commission[]> => {
      const held = { brandId, holdReason: IN_REVIEW, status: { $in: [...HELD_STATUSES] } };
      const docs = commissions.find(held, options).sort({ createdAt: -1, _id: -1 });
      return (await docs.skip(page.skip).limit(page.limit).toArray()).map(toCommission);
    },

    /** What is available by the ledger and held because its orders look like fraud, minor units. */
    sumHeld: async ({ affiliateId, currency }: Owner): Promise<number> => {
      const held = { affiliateId, currency, holdReason: IN_REVIEW, status: 'approved' as const };
      const docs = await commissions.find(held, options).hint('fraud_held').toArray();
      return docs.reduce((sum, doc) => sum + heldMinor(doc), 0);
    },

    /** Lets the commissions go on that were held because their affiliate was suspended. */
    endSuspension: async (affiliateId: string): Promise<void> => {
      await commissions.updateMany(
        { affiliateId, status: 'pending', holdReason: AFFILIATE_SUSPENDED },
        { $set: { holdReason: null } },
        options,
      );
    },
  };
};

/** Commissions and their sums, always written together. */
export const commissionStore = (collections: Collections, session?: Session) => {
  const { commissions } = collections;
  const sums = sumStore(collections, session);
  const options = session === undefined ? {} : { session };
  // The commissions read in this transaction; a retried transaction gets a new store.
  const read = new Map<string, Commission>();
  const remember = (doc: CommissionDocument): Commission => {
    const commission = toCommission(doc);
    // Outside transactions nothing is saved, and the store lives as long as the process.
    if (session !== undefined) read.set(commission.id, commission);
    return commission;
  };
  return {
    ...heldCommissions(collections, session),

    listByIds: async (ids: readonly string[]): Promise<Commission[]> => {
      if (ids.length === 0) return [];
      const docs = commissions.find({ _id: { $in: [...ids] } }, { ...options, batchSize: PAGE });
      return (await docs.toArray()).map(remember);
    },

    /** The oldest that a payout may reserve, until they cover `amountMinor` or their number is `most`. */
    listPayable: (owner: Owner, amountMinor: number, most: number): Promise<Commission[]> => {
      const { affiliateId, currency } = owner;
      const payable = { affiliateId, currency, freeMinor: { $gt: 0 } };
      const oldestFirst = commissions
        .find(payable, { ...options, batchSize: PAGE })
        .sort({ createdAt: 1, _id: 1 })
        .hint('payable');
      return covering(oldestFirst, { amountMinor, most }, remember);
    },

    insertMany: async (created: readonly Commission[]): Promise<void> => {
      if (created.length === 0) return;
      await commissions.insertMany(created.map(toDoc), options);
      await sums.add(partsBetween([], created.flatMap(commissionParts)));
    },

    /** Saves commissions that were read in this transaction. */
    saveMany: async (changed: readonly Commission[]): Promise<void> => {
      if (changed.length === 0) return;
      const moves = changed.map((after) => moveTo(after, read));
      const alike = Map.groupBy(moves, (move) => JSON.stringify(changesOf(move)));
      const writes = [...alike.values()].flatMap(updatesOf);
      await commissions.bulkWrite(writes, { ...options, ordered: true });
      const earlier = moves.flatMap(({ before }) => commissionParts(before));
      await sums.add(partsBetween(earlier, changed.flatMap(commissionParts)));
      for (const after of changed) read.set(after.id, after);
    },
  };
};

async function covering(
  docs: AsyncIterable<CommissionDocument>,
  { amountMinor, most }: { readonly amountMinor: number; readonly most: number },
  remember: (doc: CommissionDocument) => Commission,
): Promise<Commission[]> {
  const found: Commission[] = [];
  let leftMinor = amountMinor;
  for await (const doc of docs) {
    found.push(remember(doc));
    leftMinor -= doc.freeMinor;
    if (leftMinor <= 0 || found.length >= most) break;
  }
  return found;
}

/** @param alike moves that change the same fields to the same values */
function updatesOf(alike: readonly Move[]) {
  const [first] = alike;
  if (first === undefined) return [];
  const update = [{ $set: changesOf(first) }];
  const ids = alike.map(({ after }) => after.id);
  const pages = Math.ceil(ids.length / PAGE);
  return Array.from({ length: pages }, (_, page) => {
    const $in = ids.slice(page * PAGE, (page + 1) * PAGE);
    return { updateMany: { filter: { _id: { $in } }, update } };
  });
}
