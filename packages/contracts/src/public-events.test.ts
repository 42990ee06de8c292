import {
  affiliateTierChanged,
  allEventTypes,
  commissionApproved,
  commissionCreated,
  conversionApproved,
  conversionTracked,
  type EventType,
  fraudConfirmed,
  publicCategories,
  userRegistered,
} from './index.ts';

const publicEvents = allEventTypes().flatMap((eventType) =>
  eventType.publicEvents.map((event) => ({ ...event, sample: event.sample ?? eventType.sample })),
);

/** The messages of data, each with the name of its public event. */
const messagesOf = <Data>(eventType: EventType<Data>, data: Data) =>
  eventType.publicEvents.flatMap(({ name, messages }) =>
    messages(data).map((message) => ({ name, ...message })),
  );

describe('the public events', () => {
  it('have names and descriptions, and a place of their own in their category', () => {
    for (const category of publicCategories) {
      const inCategory = publicEvents.filter((event) => event.category === category);
      const places = new Map(inCategory.map(({ name, place }) => [name, place]));
      const sorted = [...places.values()].sort((one, other) => one - other);
      expect(sorted).toEqual(sorted.map((_place, index) => index + 1));
    }
    for (const { name, description } of publicEvents) {
      expect(name).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
      expect(description).toMatch(/\.$/);
    }
  });

  it('mean the same, whichever internal event leads to them', () => {
    for (const { name, category, place, description } of publicEvents) {
      const same = publicEvents.filter((event) => event.name === name);
      for (const event of same) expect(event).toMatchObject({ category, place, description });
    }
  });

  it('contain no addresses, visitors or contact data', () => {
    const everything = JSON.stringify(publicEvents.map(({ messages, sample }) => messages(sample)));
    expect(everything).not.toMatch(/"(ip|user_agent|email|phone|visitor_id|customer_id)"/);
    expect(everything).not.toContain(conversionTracked.sample.ip);
    expect(everything).not.toContain(userRegistered.sample.email);
  });
});

describe('the messages of an event', () => {
  const { brandId, affiliateId } = commissionCreated.sample;

  it('on a tracked conversion have exactly the specified fields, money as text', () => {
    const product = { sku: 'SKU-9', name: 'Kettle', quantity: 1, priceMinor: 1, category: null };
    const conversion = { ...conversionTracked.sample, valueMinor: 12_345, products: [product] };
    expect(messagesOf(conversionTracked, conversion)).toEqual([
      {
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
      },
    ]);
  });

  it('on an unattributed conversion go to the brand only', () => {
    const conversion = { ...conversionTracked.sample, affiliateId: null };
    expect(messagesOf(conversionTracked, conversion)).toMatchObject([{ parties: [brandId] }]);
  });

  it('on a commission on hold are three: created, earned, pending', () => {
    const messages = messagesOf(commissionCreated, commissionCreated.sample);
    expect(messages.map(({ name, parties }) => [name, parties])).toEqual([
      ['commission.created', [brandId, affiliateId]],
      ['commission.earned', [affiliateId]],
      ['commission.pending', [brandId, affiliateId]],
    ]);
    const atOnce = messagesOf(commissionCreated, commissionApproved.sample);
    expect(atOnce.map(({ name }) => name)).toEqual(['commission.created', 'commission.earned']);
  });

  it('on payments and payouts do not go to the brand', () => {
    const payments = publicEvents.filter(({ name }) => /^(payment|payout)\./.test(name));
    expect(payments).toHaveLength(11);
    for (const { name, messages, sample } of payments) {
      const parties = messages(sample).map((message) => message.parties);
      expect(parties).toEqual([name.startsWith('payout.batch.') ? [] : [affiliateId]]);
    }
  });

  it('on a shared conversion show each affiliate its own part, without the other affiliates', () => {
    const { sample } = conversionApproved;
    const [share] = sample.shares;
    const other = { ...share!, affiliateId: brandId.replace(/1$/, '2'), valueMinor: 4_000 };
    const shares = [{ ...share!, valueMinor: 6_000 }, other];
    const messages = messagesOf(conversionApproved, { ...sample, valueMinor: 10_000, shares });
    expect(
      messages.map(({ parties, toAdmins, data }) => [parties, toAdmins, data['amount']]),
    ).toEqual([
      [[brandId], true, '100.00'],
      [[affiliateId], false, '60.00'],
      [[other.affiliateId], false, '40.00'],
    ]);
    expect(JSON.stringify(messages[2]?.data)).not.toContain(affiliateId);
  });

  it('on an order with a coupon code give the code to its affiliate alone, and the click to its own', () => {
    const { sample } = conversionApproved;
    const bela = affiliateId.replace(/1$/, '2');
    const coupon = {
      codes: ['anna10'],
      code: 'ANNA10',
      couponId: sample.campaignId,
      affiliateId,
      status: 'valid',
      startsAt: sample.convertedAt,
      rule: 'split',
      decision: 'rule',
      codePercent: 50,
      click: null,
    } as const;
    const share = { weight: 500_000_000_000, valueMinor: 6_000, linkId: null };
    const shares = [
      { ...share, affiliateId, clickId: null },
      { ...share, affiliateId: bela, clickId: sample.clickId },
    ];
    const approved = { ...sample, coupon: { ...coupon, codes: [...coupon.codes] }, shares };
    const [, toAnna, toBela] = messagesOf(conversionApproved, approved);
    expect(toAnna?.macros).toMatchObject({ coupon_code: 'ANNA10' });
    expect(toAnna?.macros).not.toHaveProperty('click_id');
    expect(toBela?.macros).toMatchObject({ click_id: sample.clickId });
    expect(toBela?.macros).not.toHaveProperty('coupon_code');
  });

  it('on fraud give the evidence to the brand, but not to the affiliate', () => {
    const [toBrand, toAffiliate] = messagesOf(fraudConfirmed, fraudConfirmed.sample);
    expect(toBrand?.data['fraud_score']).toBe(fraudConfirmed.sample.fraudScore);
    expect(toAffiliate?.parties).toEqual([affiliateId]);
    expect(toAffiliate?.data).not.toHaveProperty('fraud_score');
  });

  it('on a change of tier are none if only the benefits within the tier changed', () => {
    const { sample } = affiliateTierChanged;
    const names = messagesOf(affiliateTierChanged, sample).map(({ name }) => name);
    expect(names).toEqual(['affiliate.tier.changed']);
    expect(messagesOf(affiliateTierChanged, { ...sample, from: sample.to })).toEqual([]);
  });
});
