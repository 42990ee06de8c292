import { randomUUID } from 'node:crypto';
import type mongoose from 'mongoose';
import { aCommission, aConversion } from '@tributary/testing';
import { recordCommissions } from '../features/record-commissions/record-commissions.ts';
import { recordConversions } from '../features/record-conversions/record-conversions.ts';
import { noTraits } from '../domain/rollup.ts';
import { type OpenStores, openStores } from '../testing/open-stores.ts';
import { stateOrderCredits } from './state-order-credits.ts';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

/** The migration uses its stores alone. */
const run = (after = '') =>
  stateOrderCredits(stores).run(undefined as unknown as mongoose.Connection, { after });

describe('the credits of orders', () => {
  it('are stated by the commissions that earlier releases stored without them, once', async () => {
    const conversion = aConversion({ affiliateId: randomUUID() });
    const { conversionId, brandId, campaignId, linkId, clickId, convertedAt } = conversion;
    const about = { conversionId, brandId, campaignId, linkId, clickId, convertedAt };
    const ofAnother = aCommission({ ...about, affiliateId: randomUUID(), amountMinor: 40 });
    const own = aCommission({ ...about, affiliateId: conversion.affiliateId ?? '' });
    // As earlier releases: the commission had its sums before it knew its order.
    await recordCommissions(stores)([{ data: ofAnother }, { data: own }]);
    await stores.facts.saveConversions(
      [conversion].map(({ orderId, status, currency, valueMinor, affiliateId }) => ({
        ...{ _id: conversionId, affiliateId, brandId, campaignId, linkId, clickId, orderId },
        ...{ status, currency, valueMinor, refundedMinor: 0 },
        ...{ convertedAt: new Date(convertedAt), ...noTraits },
      })),
    );
    const day = { start: new Date('2000-01-01'), end: new Date('2100-01-01') };
    const query = { brandId, kind: 'conversions', period: day, currency: own.currency } as const;
    const commissionOf = async (affiliateId: string | null) =>
      (await stores.brandReports.total({ ...query, affiliateId: affiliateId ?? '' })).amounts[
        'commission'
      ];
    expect(await commissionOf(conversion.affiliateId)).toBe(own.amountMinor);
    expect(await run()).toMatchObject({ documents: 1, rewritten: 1 });
    expect(await commissionOf(conversion.affiliateId)).toBe(own.amountMinor + 40);
    expect(await run()).toMatchObject({ documents: 1, rewritten: 0 });
    await recordConversions(stores)([{ data: conversion }]);
    expect(await commissionOf(conversion.affiliateId)).toBe(own.amountMinor + 40);
  });
});
