import { randomUUID } from 'node:crypto';
import {
  type ClickRow,
  clickTraits,
  type CommissionSnapshot,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { aClick, aCommission, aConversion, countsOf } from '@tributary/testing';
import { noFigures } from '../domain/metrics.ts';
import { allTime, type Period } from '../domain/period.ts';
import { recordClicks } from '../features/record-clicks/record-clicks.ts';
import { recordCommissions } from '../features/record-commissions/record-commissions.ts';
import { recordConversions } from '../features/record-conversions/record-conversions.ts';
import { type CountedClicks, type FigureReaders, type Grouping } from '../store/figures-port.ts';
import { type OpenStores } from './open-stores.ts';

/** What the suite drives: the use cases that record events, and the readers. */
export type FiguresSubject = FigureReaders & Pick<OpenStores, 'transaction' | 'close'>;

export const at = (day: number, time = '10:15:30.000'): string =>
  `2026-05-${String(day).padStart(2, '0')}T${time}Z`;
export const may: Period = {
  start: new Date(at(1, '00:00:00.000')),
  end: new Date(at(31, '00:00:00.000')),
};
const FIRST_PAGE = { skip: 0, limit: 100 };

/** An event of these clicks’ counts. */
export const eventOf = (clicks: readonly ClickRow[]): CountedClicks => ({
  id: randomUUID(),
  data: { counts: countsOf(clicks) },
});

export const anOwner = () => ({
  brandId: randomUUID(),
  campaignId: randomUUID(),
  affiliateId: randomUUID(),
  linkId: randomUUID(),
});

/** A conversion of a click, with its traits. */
export const orderOf = (
  click: ClickRow,
  given: Partial<ConversionSnapshot> = {},
): ConversionSnapshot => {
  const { clickId, linkId, campaignId, brandId, affiliateId, occurredAt } = click;
  return aConversion({
    ...{ clickId, linkId, campaignId, brandId, affiliateId },
    clickTraits: clickTraits.parse(click),
    convertedAt: occurredAt,
    ...given,
  });
};

/** The commission of a conversion. */
export const commissionOf = (
  order: ConversionSnapshot,
  given: Partial<CommissionSnapshot> = {},
) => {
  const { conversionId, clickId, linkId, campaignId, brandId, convertedAt, orderId } = order;
  return aCommission({
    ...{ conversionId, clickId, linkId, campaignId, brandId, convertedAt, orderId },
    affiliateId: order.affiliateId ?? randomUUID(),
    ...given,
  });
};

/** All rows of a stream. */
export async function rowsOf<Row>(stream: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of stream) rows.push(row);
  return rows;
}

/** The behaviour of an adapter of the figures, as tests. */
export function describeFigures(name: string, open: () => Promise<FiguresSubject>): void {
  describe(`figures in ${name}`, () => {
    let subject: FiguresSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    const click = (...events: readonly CountedClicks[]) => recordClicks(subject)(events);
    const order = (...data: readonly ConversionSnapshot[]) =>
      recordConversions(subject)(data.map((one) => ({ data: one })));
    const commission = (...data: readonly CommissionSnapshot[]) =>
      recordCommissions(subject)(data.map((one) => ({ data: one })));
    const list = (affiliateId: string, by: Grouping, period = may, currency = 'USD') =>
      subject.figures.list({ scope: { affiliateId }, period, currency, by }, FIRST_PAGE);
    const total = (affiliateId: string, period = may, currency = 'USD') =>
      subject.figures.total({ affiliateId }, period, currency);

    it('count clicks by kind, of their owner alone', async () => {
      const owner = anOwner();
      const clicks = (['valid', 'valid', 'duplicate', 'bot', 'filtered'] as const).map((validity) =>
        aClick({ ...owner, validity, occurredAt: at(2) }),
      );
      await click(eventOf([...clicks, aClick({ occurredAt: at(2) })]));
      const counted = { ...noFigures, unique: 2, duplicate: 1, invalid: 2 };
      expect(await total(owner.affiliateId)).toEqual(counted);
      const { brandId, campaignId } = owner;
      expect(await subject.figures.total({ brandId, campaignId }, allTime, 'USD')).toEqual(counted);
      expect(await total(randomUUID())).toEqual(noFigures);
    });

    it('count an order and its commission in their newest states, in one currency', async () => {
      const owner = anOwner();
      const { affiliateId } = owner;
      const clicked = aClick({ ...owner, occurredAt: at(3), country: 'DE' });
      await click(eventOf([clicked]));
      const sale = orderOf(clicked, { valueMinor: 12_345 });
      const earned = commissionOf(sale, { amountMinor: 1_234 });
      await order(sale);
      await commission(earned);
      await order({ ...sale, status: 'approved' });
      expect(await total(affiliateId)).toMatchObject({
        ...{ conversions: 1, revenueMinor: 12_345, earningsMinor: 1_234 },
      });
      await order({ ...sale, status: 'approved', refundedMinor: 2_345 });
      await commission({ ...earned, amountMinor: 1_000 });
      await order(sale);
      expect(await list(affiliateId, 'geo')).toEqual([
        {
          ...noFigures,
          ...{ _id: 'DE', unique: 1, conversions: 1, revenueMinor: 10_000, earningsMinor: 1_000 },
        },
      ]);
      expect(await total(affiliateId, may, 'EUR')).toEqual({ ...noFigures, unique: 1 });
      expect(await subject.figures.earned({ affiliateId }, may, 'USD')).toBe(1_000);
      await order({ ...sale, status: 'reversed', refundedMinor: 12_345 });
      await commission({ ...earned, status: 'cancelled', amountMinor: 0 });
      expect(await total(affiliateId)).toEqual({ ...noFigures, unique: 1 });
    });

    it('restate commissions that arrived before the traits of their orders', async () => {
      const owner = anOwner();
      const clicked = aClick({ ...owner, occurredAt: at(4), country: 'FR', browser: 'Safari' });
      const sale = orderOf(clicked);
      await commission(commissionOf(sale, { amountMinor: 500 }));
      expect(await list(owner.affiliateId, 'geo')).toMatchObject([
        { _id: null, earningsMinor: 500 },
      ]);
      await order(sale);
      expect(await list(owner.affiliateId, 'geo')).toMatchObject([
        { _id: 'FR', conversions: 1, earningsMinor: 500 },
      ]);
      expect(await list(owner.affiliateId, 'device')).toMatchObject([
        { _id: { device: 'desktop', browser: 'Safari' }, earningsMinor: 500 },
      ]);
    });

    it('move with an order that is credited to another affiliate', async () => {
      const [loser, winner] = [anOwner(), anOwner()];
      const sale = orderOf(aClick({ ...loser, occurredAt: at(5) }), { clickId: null });
      await order(sale);
      await order({ ...sale, affiliateId: winner.affiliateId, linkId: winner.linkId, revision: 1 });
      expect(await total(loser.affiliateId)).toEqual(noFigures);
      expect(await total(winner.affiliateId)).toMatchObject({ conversions: 1 });
    });

    it('leave an order that moved to another time and campaign where it is now, once', async () => {
      const owner = anOwner();
      const sale = orderOf(aClick({ ...owner, occurredAt: at(5) }));
      await order(sale);
      const moved = { ...sale, campaignId: randomUUID(), convertedAt: at(6), revision: 1 };
      await order(moved);
      expect(await list(owner.affiliateId, 'campaign')).toMatchObject([
        { _id: moved.campaignId, conversions: 1 },
      ]);
    });

    it('count parts of hours and days, clicks by the nearest minute', async () => {
      const owner = anOwner();
      const { affiliateId } = owner;
      const times = ['00:00:59.999', '00:59:00.000', '12:30:00.000', '23:59:59.999'];
      const clicks = times.map((time) => aClick({ ...owner, occurredAt: at(7, time) }));
      await click(...clicks.map((one) => eventOf([one])));
      await order(...clicks.map((one) => orderOf(one)));
      const within = (start: string, end: string) =>
        total(affiliateId, { start: new Date(at(7, start)), end: new Date(at(7, end)) });
      expect(await within('00:00:30.000', '12:30:00.000')).toMatchObject({
        unique: 1,
        conversions: 2,
      });
      expect(await within('00:00:00.000', '23:59:59.999')).toMatchObject({
        unique: 4,
        conversions: 3,
      });
      expect(await within('12:00:00.000', '13:00:00.000')).toMatchObject({
        unique: 1,
        conversions: 1,
      });
      const half = { start: new Date(at(7, '12:30:00.000')), end: new Date(at(8, '00:00:00.000')) };
      for (const by of ['utm', 'geo', 'device', 'time_of_day', 'link'] as const) {
        const rows = await list(affiliateId, by, half);
        expect(rows.reduce((sum, { unique }) => sum + unique, 0)).toBe(2);
      }
    });

    it('form series of hours, days, weeks and months', async () => {
      const owner = anOwner();
      const days = [3, 4, 10, 11].map((day) => aClick({ ...owner, occurredAt: at(day) }));
      await click(eventOf(days));
      const series = async (interval: 'hour' | 'day' | 'week' | 'month') => {
        const query = { currency: 'USD', interval };
        const found = await subject.figures.series({ affiliateId: owner.affiliateId }, may, query);
        return [...found]
          .map(([start, { unique }]) => [new Date(start).toISOString(), unique])
          .toSorted();
      };
      expect(await series('hour')).toEqual(
        days.map(({ occurredAt }) => [`${occurredAt.slice(0, 13)}:00:00.000Z`, 1]),
      );
      expect(await series('day')).toEqual(
        days.map(({ occurredAt }) => [`${occurredAt.slice(0, 10)}T00:00:00.000Z`, 1]),
      );
      expect(await series('week')).toEqual([
        ['2026-04-27T00:00:00.000Z', 1],
        ['2026-05-04T00:00:00.000Z', 2],
        ['2026-05-11T00:00:00.000Z', 1],
      ]);
      expect(await series('month')).toEqual([['2026-05-01T00:00:00.000Z', 4]]);
    });

    it('are ordered by earnings, clicks and conversions, those alike by their keys, on any page', async () => {
      const affiliateId = randomUUID();
      const brandId = randomUUID();
      const owners = Array.from({ length: 12 }, () => ({ ...anOwner(), affiliateId, brandId }));
      const clicks = owners.map((owner) => aClick({ ...owner, occurredAt: at(9) }));
      await click(eventOf(clicks));
      const [best] = clicks;
      if (best !== undefined) await commission(commissionOf(orderOf(best), { amountMinor: 1 }));
      const [first = '', ...rest] = owners.map(({ campaignId }) => campaignId);
      const expected = [first, ...rest.toSorted()];
      const query = {
        scope: { affiliateId },
        period: may,
        currency: 'USD',
        by: 'campaign',
      } as const;
      expect((await rowsOf(subject.figures.stream(query))).map(({ _id }) => _id)).toEqual(expected);
      const page = await subject.figures.listWithTotals(query, { skip: 5, limit: 5 });
      expect(page.rows.map(({ _id }) => _id)).toEqual(expected.slice(5, 10));
      expect(page.total).toEqual({
        rows: 12,
        figures: { ...noFigures, unique: 12, earningsMinor: 1 },
      });
      expect(await subject.figures.totalOf(query)).toEqual(page.total);
    });

    it.each([
      '$set',
      'a.b',
      '',
      '__proto__',
      'null\u0000byte',
      '\\N \\x00 \t"quoted" [] {}',
      'ünïcode ✓',
    ])('take the UTM value %j as it is', async (campaign) => {
      const owner = anOwner();
      const utm = { source: null, medium: null, campaign, term: null, content: null };
      await click(eventOf([aClick({ ...owner, utm, occurredAt: at(2) })]));
      expect(await list(owner.affiliateId, 'utm')).toMatchObject([{ _id: utm, unique: 1 }]);
    });

    it('have keys of the shapes that reports show', async () => {
      const owner = anOwner();
      const sale = orderOf(aClick({ ...owner, occurredAt: at(12) }), { linkId: null });
      await order(sale);
      const { affiliateId, campaignId } = owner;
      const keys = async (by: Grouping) => (await list(affiliateId, by)).map(({ _id }) => _id);
      expect(await keys('link')).toEqual([{ linkId: null, campaignId }]);
      expect(await keys('affiliate')).toEqual([affiliateId]);
      expect(await keys('time_of_day')).toEqual([10]);
      expect(await keys('day')).toEqual([new Date(at(12, '00:00:00.000'))]);
      expect(await keys('hour')).toEqual([new Date(at(12, '10:00:00.000'))]);
    });

    it('count orders by status, and know the first and last activity', async () => {
      const owner = anOwner();
      const { affiliateId, brandId, campaignId } = owner;
      const clicked = aClick({ ...owner, occurredAt: at(2) });
      await click(eventOf([clicked]));
      await order(
        orderOf(clicked, { status: 'rejected', convertedAt: at(20) }),
        orderOf(clicked, { status: 'approved', convertedAt: at(20), currency: 'EUR' }),
        orderOf(clicked, { convertedAt: at(21) }),
      );
      const until = { start: may.start, end: new Date(at(20, '12:00:00.000')) };
      const byStatus = await subject.statuses.byStatus({ brandId, campaignId }, until);
      expect(byStatus).toEqual({ rejected: 1, approved: 1 });
      const own = { affiliateId, campaignId: { $in: [campaignId] } };
      expect(await subject.activity.span(own)).toEqual({
        ...{ first: new Date(at(2, '00:00:00.000')), last: new Date(at(21)) },
      });
      const none = { ...own, campaignId: { $in: [] } };
      expect(await subject.activity.span(none)).toEqual({ first: null, last: null });
    });

    it('have totals of all time for milestones', async () => {
      const owner = anOwner();
      const { affiliateId, brandId, campaignId, linkId } = owner;
      const clicks = (['valid', 'duplicate', 'bot'] as const).map((validity) =>
        aClick({ ...owner, validity, occurredAt: at(13) }),
      );
      await click(eventOf(clicks));
      await order(...clicks.map((one) => orderOf(one, { valueMinor: 700 })));
      const owners = { brandId, campaignId, affiliateId };
      const totalOf = (kind: 'clicks' | 'conversions' | 'revenue', id: string, currency?: string) =>
        subject.totals.totalOf({ kind, id, currency: currency ?? null });
      expect(await totalOf('clicks', linkId)).toMatchObject({ ...owners, total: 2 });
      expect(await totalOf('conversions', campaignId)).toMatchObject({ ...owners, total: 3 });
      expect(await totalOf('revenue', campaignId, 'USD')).toMatchObject({
        ...owners,
        total: 2_100,
      });
      expect(await totalOf('clicks', randomUUID())).toBeUndefined();
      const since = (await rowsOf(subject.totals.subjectsSince(new Date(at(13, '00:00:00.000')))))
        .filter(({ id }) => id === linkId || id === campaignId)
        .map(({ kind, currency }) => `${kind} ${String(currency)}`);
      expect(since.toSorted()).toEqual(['clicks null', 'conversions null', 'revenue USD']);
    });
  });
}
