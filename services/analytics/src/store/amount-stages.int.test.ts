import { randomUUID } from 'node:crypto';
import { aCommission, aConversion } from '@tributary/testing';
import { allTime } from '../domain/period.ts';
import { recordCommissions } from '../features/record-commissions/record-commissions.ts';
import { recordConversions } from '../features/record-conversions/record-conversions.ts';
import { type OpenStores, openStores } from '../testing/open-stores.ts';
import { daysOf, sumsOf } from './amount-stages.ts';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

describe('the amounts of a brand', () => {
  it.each([
    ['conversionDays', undefined, ['rows', 'order_value', 'refunded', 'revenue']],
    ['commissionDays', undefined, ['rows', 'amount', 'paid', 'due']],
    ['commissionDays', 'affiliateId', ['commissions', 'on_hold', 'due', 'owed_back', 'paid']],
    ['commissionDays', undefined, ['commission']],
  ] as const)(
    'come from an index alone: %s by %s %j, because a day’s document is large',
    async (name, by, names) => {
      const conversion = aConversion();
      const { brandId, currency } = conversion;
      await recordConversions(stores)([{ data: conversion }]);
      await recordCommissions(stores)([{ data: aCommission({ brandId }) }]);
      const query = { brandId, currency, kind: 'conversions', period: allTime } as const;
      const _id = by === undefined ? null : `$${by}`;
      const stages = [
        daysOf({ ...query, affiliateId: randomUUID() }, allTime),
        daysOf(query, allTime),
      ].map((days) => [days, { $group: { _id, ...sumsOf(names, 'amounts.') } }]);
      for (const pipeline of stages) {
        const found = stores.collections[name].aggregate(pipeline);
        const text = JSON.stringify(await found.explain('executionStats'));
        expect(text).toContain('"indexName":"brand"');
        expect(text).toContain('"totalDocsExamined":0');
      }
    },
  );
});
