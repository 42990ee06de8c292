import { randomUUID } from 'node:crypto';
import { type CommissionSnapshot, type ConversionSnapshot } from '@tributary/contracts';
import { aClick } from '@tributary/testing';
import { type AmountRow } from '../domain/brand-report.ts';
import { type Period } from '../domain/period.ts';
import { recordCommissions } from '../features/record-commissions/record-commissions.ts';
import { recordConversions } from '../features/record-conversions/record-conversions.ts';
import { type AmountQuery } from '../store/figures-port.ts';
import {
  anOwner,
  at,
  commissionOf,
  type FiguresSubject,
  may,
  orderOf,
  rowsOf,
} from './describe-figures.ts';

/** Each kind of report, of each affiliate and period, in two currencies. */
const everyQuery = (given: {
  readonly brandId: string;
  readonly affiliates: readonly (string | undefined)[];
  readonly periods: readonly Period[];
}): AmountQuery[] =>
  (['conversions', 'commissions', 'payouts_due'] as const).flatMap((kind) =>
    given.affiliates.flatMap((affiliateId) =>
      given.periods.flatMap((period) =>
        ['USD', 'EUR'].map((currency) => ({
          ...{ brandId: given.brandId, kind, affiliateId, period, currency },
        })),
      ),
    ),
  );

/** The sums of rows, by column. */
const addedUp = (rows: readonly AmountRow[], names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, rows.reduce((sum, row) => sum + (row.amounts[name] ?? 0), 0)]),
  );

/** The behaviour of an adapter’s reports of brands, as tests. */
export function describeBrandReports(name: string, open: () => Promise<FiguresSubject>): void {
  describe(`reports of brands in ${name}`, () => {
    let subject: FiguresSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    const order = (...data: readonly ConversionSnapshot[]) =>
      recordConversions(subject)(data.map((one) => ({ data: one })));
    const commission = (...data: readonly CommissionSnapshot[]) =>
      recordCommissions(subject)(data.map((one) => ({ data: one })));

    it('list a brand’s orders, commissions and what it owes, the newest or greatest first', async () => {
      const { brandId, campaignId } = anOwner();
      const sales = [15, 16, 16, 17].map((day, index) =>
        orderOf(aClick({ ...anOwner(), brandId, campaignId, occurredAt: at(day) }), {
          ...{ valueMinor: 1_000 + index, refundedMinor: index, status: 'approved' },
        }),
      );
      const commissions = sales.flatMap((sale, index) => [
        commissionOf(sale, { amountMinor: 100 + index, status: 'approved', paidMinor: index }),
        commissionOf(sale, { amountMinor: 7, currency: 'EUR' }),
      ]);
      await order(...sales);
      await commission(...commissions);
      const query = { brandId, period: may, currency: 'USD' };
      const orders = { ...query, kind: 'conversions' } as const;
      const newest = sales
        .toSorted((a, b) =>
          a.convertedAt + a.conversionId < b.convertedAt + b.conversionId ? 1 : -1,
        )
        .map(({ conversionId }) => conversionId);
      expect((await rowsOf(subject.brandReports.stream(orders))).map(({ _id }) => _id)).toEqual(
        newest,
      );
      const [last] = await subject.brandReports.list(orders, { skip: 0, limit: 1 });
      const [, , , sale] = sales;
      expect(last).toEqual({
        _id: sale?.conversionId,
        affiliateId: sale?.affiliateId,
        campaignId,
        orderId: sale?.orderId,
        convertedAt: new Date(at(17)),
        status: 'approved',
        amounts: { order_value: 1_003, refunded: 3, revenue: 1_000, commission: 103 },
      });
      expect(await subject.brandReports.total(orders)).toEqual({
        rows: 4,
        commissions: 0,
        amounts: { order_value: 4_006, refunded: 6, revenue: 4_000, commission: 406 },
      });
      const owed = { ...query, kind: 'commissions' } as const;
      const [newestOwed] = await subject.brandReports.list(owed, { skip: 0, limit: 1 });
      expect(newestOwed).toMatchObject({
        ...{ conversionId: sale?.conversionId, orderId: sale?.orderId },
        amounts: { amount: 103, paid: 3, due: 100 },
      });
      expect(await subject.brandReports.total(owed)).toMatchObject({
        ...{ rows: 4, amounts: { amount: 406, paid: 6, due: 400 } },
      });
      const due = { ...query, kind: 'payouts_due' } as const;
      const byDue = await rowsOf(subject.brandReports.stream(due));
      expect(byDue.map(({ amounts }) => amounts)).toEqual(
        [0, 1, 2, 3]
          .map((paid) => ({ on_hold: 0, due: 100, owed_back: 0, paid }))
          .toSorted((a, b) => (affiliateAt(sales, a.paid) < affiliateAt(sales, b.paid) ? -1 : 1)),
      );
      expect(await subject.brandReports.total(due)).toMatchObject({ rows: 4, commissions: 4 });
    });

    it('total a brand’s reports as their rows add up, for shared orders and parts of days', async () => {
      const { brandId, campaignId } = anOwner();
      const [ann, bob] = [randomUUID(), randomUUID()];
      const sale = (day: number, affiliateId: string | null, given: Partial<ConversionSnapshot>) =>
        orderOf(aClick({ ...anOwner(), brandId, campaignId, occurredAt: at(day) }), {
          ...{ affiliateId, valueMinor: 1_000 * day, status: 'approved' as const },
          ...given,
        });
      const shared = sale(10, ann, {});
      const foreign = sale(11, ann, { currency: 'EUR' });
      const late = sale(11, bob, { refundedMinor: 500 });
      const moved = sale(12, ann, {});
      const rejected = sale(13, bob, { status: 'rejected' });
      const commissions = [
        commissionOf(shared, { amountMinor: 60, status: 'approved', paidMinor: 20 }),
        commissionOf(shared, { affiliateId: bob, linkId: randomUUID(), amountMinor: 40 }),
        commissionOf(foreign, { amountMinor: 70, status: 'approved' }),
        commissionOf(late, { amountMinor: 30, status: 'paid', paidMinor: 30 }),
        commissionOf(moved, { amountMinor: 90, status: 'approved' }),
        commissionOf(rejected, { amountMinor: 0, status: 'cancelled', paidMinor: 25 }),
      ];
      await order(shared, foreign, moved, rejected);
      await commission(...commissions);
      await order(late, { ...moved, affiliateId: bob, revision: 1 });
      const noon = new Date(at(11, '12:00:00.000'));
      const queries = everyQuery({
        brandId,
        affiliates: [undefined, ann, bob],
        periods: [may, { ...may, end: noon }, { ...may, start: noon }],
      });
      for (const query of queries) {
        const rows = await rowsOf(subject.brandReports.stream(query));
        const { rows: count, amounts } = await subject.brandReports.total(query);
        const added = addedUp(rows, Object.keys(amounts));
        expect({ query, count, amounts }).toEqual({ query, count: rows.length, amounts: added });
      }
      const all = { brandId, period: may, currency: 'USD', kind: 'conversions' } as const;
      expect(await subject.brandReports.total(all)).toMatchObject({
        rows: 4,
        amounts: { order_value: 46_000, refunded: 500, revenue: 32_500, commission: 220 },
      });
      const ofAnn = { ...all, affiliateId: ann };
      expect((await subject.brandReports.total(ofAnn)).amounts).toMatchObject({ commission: 100 });
    });
  });
}

const affiliateAt = (sales: readonly ConversionSnapshot[], index: number): string =>
  sales[index]?.affiliateId ?? '';
