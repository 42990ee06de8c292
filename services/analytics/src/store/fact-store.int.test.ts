import { aClickCount, aCommission, aConversion } from '@tributary/testing';
import { recordCommissions } from '../features/record-commissions/record-commissions.ts';
import { recordConversions } from '../features/record-conversions/record-conversions.ts';
import { type OpenStores, openStores } from '../testing/open-stores.ts';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

const period = { start: new Date('2026-05-01'), end: new Date('2026-05-02') };

/** A conversion from Austria with its commission. */
function aSale() {
  const [visitor] = aClickCount().traits;
  const conversion = aConversion({ clickTraits: { ...visitor!, country: 'AT' } });
  const { conversionId, campaignId, brandId, linkId, clickId } = conversion;
  const affiliateId = conversion.affiliateId ?? '';
  const about = { conversionId, campaignId, brandId, affiliateId, linkId, clickId };
  return { conversion: { data: conversion }, commission: { data: aCommission(about) } };
}

type Sale = ReturnType<typeof aSale>;

const earnedByCountry = async ({ commission }: Sale) => {
  const scope = { affiliateId: commission.data.affiliateId };
  const query = { scope, period, currency: 'USD', by: 'geo', only: 'commissions' } as const;
  const rows = await stores.figures.list(query, { skip: 0, limit: 10 });
  return rows.map(({ _id, earningsMinor }) => [_id, earningsMinor]);
};

describe('commissions', () => {
  it('have the traits of their conversion’s click, whichever of the two is recorded first', async () => {
    const [late, early] = [aSale(), aSale()];
    await recordConversions(stores)([early.conversion]);
    await recordCommissions(stores)([early.commission, late.commission]);
    expect(await earnedByCountry(late)).toEqual([[null, 1_000]]);
    await recordConversions(stores)([late.conversion]);
    await recordCommissions(stores)([late.commission]);
    expect(await earnedByCountry(late)).toEqual([['AT', 1_000]]);
    expect(await earnedByCountry(early)).toEqual([['AT', 1_000]]);
  });

  it('have them, too, where instances record both at the same time', async () => {
    const sales = Array.from({ length: 20 }, aSale);
    await Promise.all(
      sales.flatMap(({ conversion, commission }) => [
        recordCommissions(stores)([commission]),
        recordConversions(stores)([conversion]),
      ]),
    );
    for (const sale of sales) expect(await earnedByCountry(sale)).toEqual([['AT', 1_000]]);
  });

  it('get the traits that a later state of the conversion states', async () => {
    const sale = aSale();
    const { clickTraits: _unknown, ...unprojected } = sale.conversion.data;
    await recordConversions(stores)([{ data: unprojected }]);
    await recordCommissions(stores)([sale.commission]);
    await recordConversions(stores)([{ data: { ...sale.conversion.data, status: 'approved' } }]);
    await recordConversions(stores)([{ data: { ...unprojected, status: 'approved' } }]);
    expect(await earnedByCountry(sale)).toEqual([['AT', 1_000]]);
  });

  it('show no other affiliate the traits of a click that is not the commission’s', async () => {
    const sale = aSale();
    const other = { ...sale.commission.data, clickId: crypto.randomUUID() };
    await recordConversions(stores)([sale.conversion]);
    await recordCommissions(stores)([{ data: other }]);
    expect(await earnedByCountry(sale)).toEqual([[null, 1_000]]);
  });
});
