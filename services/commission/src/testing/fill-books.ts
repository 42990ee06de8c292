import { randomUUIDv7 } from 'node:crypto';
import { anApprovedConversion } from '@tributary/testing';
import { freeMinor } from '../domain/commission.ts';
import { commissionParts, partsBetween } from '../domain/affiliate-sums.ts';
import type { Collections } from '../store/collections.ts';
import { entryId } from '../store/ledger-store.ts';
import { sumStore } from '../store/sum-store.ts';
import { MemoryBooks } from './memory-books.ts';

/** Stores one affiliate's records as the service would have, in bulk. */
async function store(collections: Collections, books: MemoryBooks): Promise<void> {
  const commissions = [...books.commissions.values()].map(({ id, ...facts }) => ({
    _id: id,
    ...facts,
    freeMinor: freeMinor({ ...facts }),
  }));
  const conversions = [...books.conversions.values()].map(({ id, ...facts }) => ({
    _id: id,
    ...facts,
  }));
  const owners = new Map(books.entries.map(({ account, affiliateId }) => [account, affiliateId]));
  const heads = [...books.heads].map(([_id, head]) => {
    return { _id, ...head, affiliateId: owners.get(head.account) ?? '' };
  });
  await collections.commissions.insertMany(commissions, { ordered: false });
  await collections.conversions.insertMany(conversions, { ordered: false });
  const parts = [...books.commissions.values()].flatMap(commissionParts);
  await sumStore(collections).add(partsBetween([], parts));
  await collections.accounts.insertMany(heads);
  await collections.balances.insertMany(
    [...books.balances].map(([_id, balance]) => ({
      _id,
      ...balance,
      updatedAt: balance.updatedAt ?? books.now,
    })),
  );
  await collections.transactions.insertMany(
    books.transactions.map(({ id, postings, ...facts }) => ({
      _id: id,
      ...facts,
      entryCount: postings.length,
    })),
    { ordered: false },
  );
  await collections.entries.insertMany(
    books.entries.map((entry) => ({
      _id: entryId(entry.account, entry.currency, entry.seq),
      ...entry,
    })),
    { ordered: false },
  );
  const reservations = [...books.reservations.values()].map(({ payoutId, ...facts }) => ({
    _id: payoutId,
    ...facts,
  }));
  if (reservations.length > 0) await collections.reservations.insertMany(reservations);
}

/**
 * Fills an empty database: each commission begins on hold and its hold ends (four entries), and one payout per affiliate is
 * settled. @returns the number of entries
 */
export async function fillBooks(
  collections: Collections,
  { affiliates, commissionsEach }: { affiliates: number; commissionsEach: number },
): Promise<number> {
  const brands = Array.from({ length: 20 }, () => ({
    brandId: randomUUIDv7(),
    campaignIds: Array.from({ length: 5 }, () => randomUUIDv7()),
  }));
  let entries = 0;
  for (let number = 0; number < affiliates; number += 1) {
    const affiliateId = randomUUIDv7();
    const books = new MemoryBooks(affiliateId);
    const { brandId = '', campaignIds = [] } = brands[number % brands.length] ?? {};
    const terms = { type: 'percentage', value: '10', currency: 'USD', holdDays: 1 } as const;
    for (let count = 0; count < commissionsEach; count += 1) {
      const campaignId = campaignIds[count % campaignIds.length] ?? '';
      const valueMinor = 1_000 + count;
      books.approve(anApprovedConversion({ affiliateId, brandId, campaignId, terms, valueMinor }));
    }
    books.now = new Date('2026-05-03T12:00:00.000Z');
    books.endHolds();
    const payoutId = randomUUIDv7();
    const amountMinor = Math.floor(books.balance(affiliateId).availableMinor / 2);
    const request = { payoutId, affiliateId, amountMinor, currency: 'USD' };
    books.reserve({ ...request, commissionIds: [], attempt: 1 });
    books.settle(payoutId);
    await store(collections, books);
    entries += books.entries.length;
  }
  return entries;
}
