import {
  assessmentMade,
  type ConversionSnapshot,
  conversionTracked,
  fraudDetected,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aConversion, eventually } from '@tributary/testing';
import { SECOND_MS, DAY_MS } from '@tributary/units';
import { app } from '../../app.ts';
import { signals } from '../../domain/scoring-settings.ts';
import { scoreOfAlone } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

const START = Date.parse('2026-05-01T12:00:00.000Z');

/** An order that comes `afterMs` after the start, an hour after its click. */
const orderAt = (afterMs: number, given: Partial<ConversionSnapshot> = {}): ConversionSnapshot => {
  const at = START + afterMs;
  return aConversion({
    clickedAt: new Date(at - 3_600 * SECOND_MS).toISOString(),
    convertedAt: new Date(at).toISOString(),
    createdAt: new Date(at).toISOString(),
    ...given,
  });
};

const assessmentsOf = (conversions: readonly ConversionSnapshot[]) => {
  const ids = new Set(conversions.map(({ conversionId }) => conversionId));
  return running.probe
    .events(assessmentMade)
    .map(({ data }) => data)
    .filter(({ conversionId }) => ids.has(conversionId));
};

describe('an ordinary order', () => {
  it('is retained from its arrival, so that a late one does not expire while it waits', async () => {
    const late = orderAt(-200 * DAY_MS);
    await running.assess([late]);
    const facts = running.service.platform.mongo.connection.collection('order_facts');
    const stored = await facts.findOne({ _id: late.conversionId as never });
    expect(Date.now() - (stored?.['recordedAt'] as Date).getTime()).toBeLessThan(DAY_MS);
    const expiring = (await facts.indexes()).filter((index) => 'expireAfterSeconds' in index);
    expect(expiring.map(({ key }) => Object.keys(key))).toEqual([['recordedAt']]);
  });

  it('is assessed once from its event: all credit to its click, a score of 0', async () => {
    const conversion = orderAt(0, { customerEmailHash: newId(), valueMinor: 12_345 });
    await running.probe.publish(conversionTracked(conversion), conversionTracked(conversion));
    const { data } = await running.probe.waitFor(
      assessmentMade,
      ({ conversionId }) => conversionId === conversion.conversionId,
    );
    expect(data).toMatchObject({
      brandId: conversion.brandId,
      campaignId: conversion.campaignId,
      model: 'last_click',
      fraudScore: 0,
      requiresReview: false,
      shares: [
        {
          affiliateId: conversion.affiliateId,
          clickId: conversion.clickId,
          linkId: conversion.linkId,
          weight: 1_000_000_000_000,
          valueMinor: 12_345,
        },
      ],
    });
    expect(data.factors.map(({ factor }) => factor).sort()).toEqual(
      signals.map(({ name }) => name),
    );
    const [returned] = await running.assess([conversion]);
    expect(returned).toEqual(data);
    expect(assessmentsOf([conversion])).toHaveLength(1);
  });

  it('is not collected into a large batch, because its brand waits for the assessment', () => {
    const consumers = app(running.deps).consumers?.filter(
      ({ eventType }) => eventType.type === conversionTracked.type,
    );
    expect(consumers).toMatchObject([{ gatherMs: 100 }]);
  });

  it('is not flagged for following its click at once', async () => {
    const conversion = orderAt(0, { clickedAt: new Date(START).toISOString() });
    const [assessment] = await running.assess([conversion]);
    expect(assessment).toMatchObject({
      fraudScore: scoreOfAlone('too_fast'),
      requiresReview: false,
    });
  });

  it('is not flagged when its customer orders every day', async () => {
    const customer = {
      brandId: newId(),
      affiliateId: newId(),
      customerEmailHash: newId(),
      ip: '198.51.100.20',
    };
    const orders = Array.from({ length: 20 }, (_, day) => orderAt(day * DAY_MS, customer));
    const assessments = await running.assess(orders);
    expect(assessments.filter(({ requiresReview }) => requiresReview)).toEqual([]);
  });
});

describe('a script’s forty orders from one address and one e-mail', () => {
  const scripted = (everyMs: number, given: Partial<ConversionSnapshot> = {}) => {
    const script = { brandId: newId(), affiliateId: newId(), customerEmailHash: newId(), ...given };
    return Array.from({ length: 40 }, (_, index) => orderAt(index * everyMs, script));
  };
  const isUnflagged = ({ requiresReview }: { requiresReview: boolean }) => !requiresReview;

  it('are flagged from the third on when they arrive as events in all partitions', async () => {
    const orders = scripted(2 * SECOND_MS, { ip: '127.0.0.1' });
    await running.probe.publish(...orders.map((order) => conversionTracked(order)));
    await eventually(() => assessmentsOf(orders).length === 40);
    const unflagged = assessmentsOf(orders).filter(isUnflagged);
    expect(unflagged.map(({ conversionId }) => conversionId).sort()).toEqual(
      orders
        .slice(0, 2)
        .map(({ conversionId }) => conversionId)
        .sort(),
    );
    const third = await running.probe.waitFor(
      fraudDetected,
      ({ conversionId }) => conversionId === orders[2]?.conversionId,
    );
    expect(third.data).toMatchObject({
      fraudScore: scoreOfAlone('order_burst'),
      affiliateId: orders[2]?.affiliateId,
    });
    expect(third.data.factors[0]).toMatchObject({
      factor: 'order_burst',
      value: 1,
      contribution: scoreOfAlone('order_burst'),
      evidence: '2 earlier orders of this customer from the same address within 15 minutes',
    });
  });

  it('are flagged from the third on in one call, in any order', async () => {
    const orders = scripted(10 * SECOND_MS);
    const assessments = await running.assess(orders.toReversed());
    expect(assessments.map(({ conversionId }) => conversionId)).toEqual(
      orders.toReversed().map(({ conversionId }) => conversionId),
    );
    expect(assessments.toReversed().findIndex(({ requiresReview }) => requiresReview)).toBe(2);
    expect(assessments.filter(isUnflagged)).toHaveLength(2);
  });

  it('get the same assessments one by one, together, and again', async () => {
    const orders = scripted(SECOND_MS);
    const singly = [];
    for (const order of orders.slice(0, 5)) singly.push(...(await running.assess([order])));
    const together = await running.assess(orders);
    expect(together.slice(0, 5)).toEqual(singly);
    // How often the customer ordered is one piece of evidence, whether within minutes or within a month.
    const burst = scoreOfAlone('order_burst');
    expect(singly.map(({ fraudScore }) => fraudScore)).toEqual([0, 0, burst, burst, burst]);
  });
});

describe('a conversion requested by event and rpc at once', () => {
  it('has one assessment, which every caller gets', async () => {
    const conversions = Array.from({ length: 30 }, () => orderAt(0));
    const events = conversions.map((conversion) => conversionTracked(conversion));
    const answers = await Promise.all([
      running.assess(conversions),
      running.probe.publish(...events),
      running.assess(conversions.toReversed()),
      running.assess(conversions),
    ]);
    const [first, , second, third] = answers;
    expect(second.toReversed()).toEqual(first);
    expect(third).toEqual(first);
    await eventually(() => assessmentsOf(conversions).length >= 30);
    await eventually(async () => (await running.deps.facts.listDue(500)).length === 0);
    expect(assessmentsOf(conversions)).toHaveLength(30);
  });
});

describe('an order', () => {
  it('is flagged for a bot’s user agent, a missing one, and a click outside the window', async () => {
    const [bot, nameless, outside] = await running.assess([
      orderAt(0, { userAgent: 'curl/8.5.0' }),
      orderAt(0, { userAgent: '' }),
      orderAt(0, { affiliateId: null, clickedAt: '2026-01-01T00:00:00.000Z' }),
    ]);
    expect(bot).toMatchObject({ fraudScore: scoreOfAlone('bot_ua'), requiresReview: true });
    expect(nameless).toMatchObject({ fraudScore: scoreOfAlone('bot_ua'), requiresReview: true });
    expect(outside).toMatchObject({
      fraudScore: scoreOfAlone('outside_window'),
      requiresReview: true,
      shares: [],
    });
  });

  it('includes signals that are not available, and does not count them', async () => {
    const [assessment] = await running.assess([
      orderAt(0, { clickId: null, linkId: null, clickedAt: null, ip: null, userAgent: null }),
    ]);
    expect(assessment?.fraudScore).toBe(0);
    for (const { value, contribution, evidence } of assessment?.factors ?? []) {
      expect({ value, contribution }).toEqual({ value: null, contribution: 0 });
      expect(evidence).toMatch(/^Not available: /);
    }
  });
});

describe('Assess', () => {
  it('refuses malformed conversions with their index and field', async () => {
    const broken = { ...orderAt(0), currency: 'dollars' };
    await expect(running.assess([orderAt(0), broken])).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('conversions.1.currency'),
    });
    await expect(
      running.client.call(
        'Assess',
        { conversions: ['{'] },
        { deadlineMs: 5_000, idempotent: true },
      ),
    ).rejects.toMatchObject({ kind: 'invalid' });
    await expect(running.assess(Array.from({ length: 501 }, () => broken))).rejects.toMatchObject({
      code: 'too_many_conversions',
    });
  });

  it('returns no assessments for no conversions', async () => {
    expect(await running.assess([])).toEqual([]);
  });
});
