import { allEventTypes, commissionCreated, conversionApproved } from '@tributary/contracts';
import { aConversion, anApprovedConversion } from '@tributary/testing';
import { eventCatalog, eventNames } from '../event-catalog.ts';
import { internalSamples, samplePayload } from '../sample-payloads.ts';
import { samples } from '../samples.ts';
import { translations } from './table.ts';

const rowOf = (type: string) => {
  const row = translations.find(({ eventType }) => eventType.type === type);
  if (row === undefined) throw new Error(`No row for ${type}`);
  return row;
};

describe('the table of public events', () => {
  it('has a row for every internal event', () => {
    const rows = translations
      .map(({ eventType }) => eventType.type)
      .toSorted((a, b) => a.localeCompare(b));
    expect(rows).toEqual(allEventTypes().map(({ type }) => type));
  });

  it('has the 62 names of the contract, each with a description and a sample', () => {
    expect(eventNames).toHaveLength(62);
    for (const { name, description, category } of eventCatalog) {
      expect({ name, description, category }).toEqual({
        name: expect.stringMatching(/^[a-z_]+(\.[a-z_]+)+$/),
        description: expect.stringMatching(/\.$/),
        category: expect.any(String),
      });
      expect(Object.keys(samplePayload(name))).not.toHaveLength(0);
    }
  });

  it.each(internalSamples.map(([type, data]) => [type, data] as const))(
    'has a sample of %s that fits the contract',
    (type, data) => {
      const contract = allEventTypes().find((one) => one.type === type);
      expect(contract?.schema.safeParse(data).error).toBeUndefined();
    },
  );

  it('publishes a tracked conversion with exactly the specified fields, money as text', () => {
    const product = { sku: 'SKU-9', name: 'Kettle', quantity: 1, priceMinor: 1, category: null };
    const conversion = aConversion({ valueMinor: 12_345, products: [product] });
    const [event, ...more] = rowOf('conversion.tracked.v1').toPublic(conversion);
    expect(more).toHaveLength(0);
    expect(event).toEqual({
      name: 'conversion.tracked',
      parties: [conversion.brandId, conversion.affiliateId],
      toAdmins: true,
      data: {
        conversion_id: conversion.conversionId,
        affiliate_id: conversion.affiliateId,
        campaign_id: conversion.campaignId,
        amount: '123.45',
        currency: 'USD',
        product_id: 'SKU-9',
      },
      macros: {
        click_id: conversion.clickId,
        amount: '123.45',
        currency: 'USD',
        status: 'pending',
      },
    });
  });

  it('publishes an unattributed conversion to the brand only', () => {
    const conversion = aConversion({ affiliateId: null });
    const [event] = rowOf('conversion.tracked.v1').toPublic(conversion);
    expect(event?.parties).toEqual([conversion.brandId]);
  });

  it('publishes a commission on hold three times: created, earned, pending', () => {
    const events = rowOf(commissionCreated.type).toPublic(samples.commission('pending'));
    expect(events.map(({ name, parties }) => [name, parties])).toEqual([
      ['commission.created', [samples.brandId, samples.affiliateId]],
      ['commission.earned', [samples.affiliateId]],
      ['commission.pending', [samples.brandId, samples.affiliateId]],
    ]);
    const atOnce = rowOf(commissionCreated.type).toPublic(samples.commission('approved'));
    expect(atOnce.map(({ name }) => name)).toEqual(['commission.created', 'commission.earned']);
  });

  it('keeps payments and payouts from the brand', () => {
    for (const { eventType, toPublic } of translations) {
      if (!/^(payment|payout)\./.test(eventType.type)) continue;
      const [event] = toPublic(samples.payout('completed'));
      expect(event?.parties).toEqual([samples.affiliateId]);
    }
  });

  it('gives each affiliate of a shared conversion its own part, without the other affiliates', () => {
    const shared = anApprovedConversion({ valueMinor: 10_000 });
    const [first] = shared.shares;
    const other = { ...first!, affiliateId: samples.affiliateId, valueMinor: 4_000 };
    const conversion = { ...shared, shares: [{ ...first!, valueMinor: 6_000 }, other] };
    const events = rowOf(conversionApproved.type).toPublic(conversion);
    expect(
      events.map(({ parties, toAdmins, data }) => [parties, toAdmins, data['amount']]),
    ).toEqual([
      [[conversion.brandId], true, '100.00'],
      [[first!.affiliateId], false, '60.00'],
      [[samples.affiliateId], false, '40.00'],
    ]);
    const toOther = events[2]?.data;
    expect(JSON.stringify(toOther)).not.toContain(first!.affiliateId);
  });

  it('gives fraud evidence to the brand, but not to the affiliate', () => {
    const verdict = {
      conversionId: samples.conversionId,
      brandId: samples.brandId,
      campaignId: samples.campaignId,
      affiliateId: samples.affiliateId,
      fraudScore: 0.9,
    };
    const [toBrand, toAffiliate] = rowOf('fraud.confirmed.v1').toPublic(verdict);
    expect(toBrand?.data['fraud_score']).toBe(0.9);
    expect(toAffiliate?.parties).toEqual([samples.affiliateId]);
    expect(toAffiliate?.data['fraud_score']).toBeUndefined();
  });

  it('publishes a change of tier, but not a change of benefits within a tier', () => {
    const { toPublic } = rowOf('affiliate.tier_changed.v1');
    const sample = internalSamples.find(([type]) => type === 'affiliate.tier_changed.v1')?.[1];
    const change = sample as { to: { level: number } };
    expect(toPublic(change).map(({ name }) => name)).toEqual(['affiliate.tier.changed']);
    expect(toPublic({ ...change, from: change.to })).toEqual([]);
  });

  it('contains no addresses, visitors or contact data', () => {
    const everything = JSON.stringify(eventNames.map((name) => samplePayload(name)));
    expect(everything).not.toMatch(/"(ip|user_agent|email|phone|visitor_id|customer_id)"/);
  });
});
