import { aCampaign, aClick } from '@tributary/testing';
import { MINUTE_MS, DAY_MS } from '@tributary/units';
import fc from 'fast-check';
import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { assessmentOf } from '../testing/fake-services.ts';
import { type AdjustmentRequest, decideAdjustment } from './adjustment.ts';
import { applyAssessment } from './assessment.ts';
import { snapshotOf } from './conversion.ts';
import { planCommit } from './order-deduplication.ts';
import { expectedCommission, shownCommission } from './expected-commission.ts';
import { decideIntake, type Order } from './intake.ts';
import { decideReview } from './review.ts';
import { type KnownTiers } from './tiers.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const made = { id: '0199aaaa-0000-7000-8000-000000000001', now: NOW };
const noTiers: KnownTiers = { versionsOf: () => [], movesOf: () => [] };

describe('decideIntake', () => {
  const campaign = aCampaign();
  const order = (given: Partial<Order> = {}): Order => ({
    ...aStoredConversion(),
    source: 'direct',
    convertedAt: NOW,
    ...given,
  });
  const clicked = (agoMs: number, given = {}) => ({
    kind: 'click' as const,
    click: aClick({ occurredAt: new Date(NOW.getTime() - agoMs).toISOString(), ...given }),
  });

  it('credits the last click’s affiliate within the campaign’s window, to the millisecond', () => {
    const touch = clicked(30 * DAY_MS);
    const { affiliateId, flags } = decideIntake(order(), touch, campaign, made);
    expect([affiliateId, flags]).toEqual([touch.click.affiliateId, []]);
  });

  it.each([
    ['outside_window', clicked(30 * DAY_MS + 1)],
    ['before_click', clicked(-5 * MINUTE_MS - 1)],
    ['click_bot', clicked(1, { validity: 'bot' })],
    ['click_filtered', clicked(1, { validity: 'filtered' })],
    ['campaign_was_inactive', clicked(1, { validity: 'inactive_campaign' })],
  ])('keeps what cannot earn, unattributed and flagged: %s', (flag, touch) => {
    const conversion = decideIntake(order(), touch, campaign, made);
    expect(conversion).toMatchObject({
      affiliateId: null,
      affiliateIds: [],
      flags: [flag],
      requiresReview: true,
      clickId: touch.click.clickId,
    });
  });

  it('credits one more click of the same visitor like the first', () => {
    const touch = clicked(1, { validity: 'duplicate' });
    expect(decideIntake(order(), touch, campaign, made).affiliateId).toBe(touch.click.affiliateId);
  });

  it('keeps the sub ids of its click, and says them, for the affiliate’s own postbacks', () => {
    const touch = clicked(1, { subIds: { sub1: 'newsletter' } });
    const conversion = decideIntake(order(), touch, campaign, made);
    expect(snapshotOf(conversion).subIds).toEqual({ sub1: 'newsletter' });
    expect(snapshotOf(decideIntake(order(), clicked(1), campaign, made))).not.toHaveProperty(
      'subIds',
    );
  });

  describe('a campaign that excludes product categories', () => {
    const targeting = { ...campaign.targeting, excludedCategories: ['Gift cards', 'Tobacco'] };
    const excluding = aCampaign({ targeting });
    const product = (category: string | null) => ({
      sku: 'p-1',
      name: 'Product',
      quantity: 1,
      priceMinor: 1_000,
      category,
    });

    it.each([[['Gift cards']], [[' gift CARDS', 'tobacco ']]])(
      'does not pay by itself for an order of nothing else: %j',
      (categories) => {
        const ordered = order({ products: categories.map(product) });
        const decided = decideIntake(ordered, clicked(1), excluding, made);
        expect(decided).toMatchObject({
          unpayableReason: 'excluded_category',
          requiresReview: true,
        });
        expect(decided.affiliateId).not.toBeNull();
      },
    );

    it.each([[['Gift cards', 'Books']], [['Tobacco', null]], [['Gift']], [[]]])(
      'pays for every other order: %j',
      (categories) => {
        const ordered = order({ products: categories.map(product) });
        const { unpayableReason } = decideIntake(ordered, clicked(1), excluding, made);
        expect(unpayableReason).toBeNull();
      },
    );
  });

  it.each(['draft', 'archived'] as const)('takes nothing for a campaign that is %s', (status) => {
    const closed = aCampaign({ status });
    expect(() => decideIntake(order(), clicked(1), closed, made)).toThrow('does not take');
  });

  it.each(['paused', 'completed'] as const)('still takes orders of a %s campaign', (status) => {
    const { flags } = decideIntake(order(), clicked(1), aCampaign({ status }), made);
    expect(flags).toEqual([]);
  });
});

describe('planCommit', () => {
  const of = (brandId: string, orderId: string, transactionId: string | null) =>
    aStoredConversion({ brandId, orderId, transactionId });

  it('lets the first of a group count, by order or by transaction', () => {
    const first = of('b', 'o1', 't1');
    const sameOrder = of('b', 'o1', null);
    const sameTransaction = of('b', 'o2', 't1');
    const otherBrand = of('c', 'o1', 't1');
    const { fresh, originals } = planCommit([first, sameOrder, sameTransaction, otherBrand], []);
    expect(fresh).toEqual([first, otherBrand]);
    expect(originals.get(sameOrder)?.id).toBe(first.id);
    expect(originals.get(sameTransaction)?.id).toBe(first.id);
  });

  it('names what is stored already, also under another transaction', () => {
    const stored = of('b', 'o1', 't1');
    const { fresh, originals } = planCommit([of('b', 'o1', 't9')], [stored]);
    expect(fresh).toEqual([]);
    expect([...originals.values()]).toEqual([stored]);
  });

  it('does not take an order for a transaction of the same text', () => {
    const { fresh } = planCommit([of('b', 'x', null), of('b', 'y', 'x')], []);
    expect(fresh).toHaveLength(2);
  });
});

describe('decideReview', () => {
  const approval = {
    decision: 'approved',
    notes: null,
    reviewedBy: 'brand',
    reviewedAt: NOW,
  } as const;

  it('announces the approved sale with its credit, so that a commission can be created', () => {
    const pending = aStoredConversion();
    const assessed = applyAssessment(pending, assessmentOf(snapshotOf(pending)), noTiers);
    const { reviewed, event } = decideReview(assessed, approval);
    expect(reviewed).toMatchObject({ status: 'approved', review: approval });
    expect(event).toMatchObject({ type: 'conversion.approved.v1', key: pending.id });
    expect(event?.data.shares).toHaveLength(1);
  });

  it('does nothing twice: the same decision again announces nothing', () => {
    const approved = aStoredConversion({ status: 'approved' });
    expect(decideReview(approved, approval)).toEqual({ reviewed: approved });
  });

  it.each(['rejected', 'reversed'] as const)(
    'refuses to approve what is %s, because the first word may already be paid on',
    (status) => {
      expect(() => decideReview(aStoredConversion({ status }), approval)).toThrow(status);
    },
  );
});

describe('decideAdjustment', () => {
  const request = (given: Partial<AdjustmentRequest>): AdjustmentRequest => ({
    type: 'refund',
    amountMinor: null,
    refundId: null,
    metadataText: null,
    ...given,
  });

  it('takes in full only what earlier refunds have left', () => {
    const partly = decideAdjustment(
      aStoredConversion({ status: 'approved' }),
      request({ type: 'partial_refund', amountMinor: 3_000 }),
      made,
    ).adjusted;
    const { adjusted, event } = decideAdjustment(partly, request({ type: 'chargeback' }), made);
    expect(adjusted).toMatchObject({ status: 'reversed', refundedMinor: 10_000 });
    expect(event?.data).toMatchObject({ adjustmentMinor: 7_000, adjustmentType: 'chargeback' });
  });

  it('answers a repeated refund_id with the first one, whatever else the call says', () => {
    const first = decideAdjustment(
      aStoredConversion(),
      request({ type: 'partial_refund', amountMinor: 100, refundId: 'r' }),
      made,
    );
    const again = decideAdjustment(first.adjusted, request({ refundId: 'r' }), made);
    expect(again).toEqual({ adjusted: first.adjusted, adjustment: first.adjustment });
  });

  it('takes a partial refund without refund_id that is said again for a repetition', () => {
    const partial = request({ type: 'partial_refund', amountMinor: 100 });
    const first = decideAdjustment(aStoredConversion(), partial, made);
    const again = decideAdjustment(first.adjusted, partial, made);
    expect(again).toEqual({ adjusted: first.adjusted, adjustment: first.adjustment });
    for (const another of [{ amountMinor: 200 }, { refundId: 'r' }]) {
      const { adjusted } = decideAdjustment(first.adjusted, { ...partial, ...another }, made);
      expect(adjusted.adjustments).toHaveLength(2);
    }
  });

  it('never refunds more than the order, and reaches zero exactly', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 6_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, (wanted) => {
        let conversion = aStoredConversion();
        for (const [index, amountMinor] of wanted.entries()) {
          const left = conversion.valueMinor - conversion.refundedMinor;
          const call = request({ type: 'partial_refund', amountMinor, refundId: String(index) });
          if (amountMinor > left) {
            expect(() => decideAdjustment(conversion, call, made)).toThrow('more than');
          } else {
            conversion = decideAdjustment(conversion, call, made).adjusted;
          }
        }
        const sum = conversion.adjustments.reduce((total, it) => total + it.amountMinor, 0);
        expect(conversion.refundedMinor).toBe(sum);
        expect(sum).toBeLessThanOrEqual(conversion.valueMinor);
        expect(conversion.status).toBe('pending');
      }),
    );
  });
});

describe('applyAssessment', () => {
  it('credits the largest share and keeps what intake flagged', () => {
    const conversion = aStoredConversion({ flags: ['click_bot'] });
    const share = { clickId: null, linkId: null, valueMinor: 5_000 };
    const shares = [
      { ...share, affiliateId: 'first', weight: 600_000_000_000 },
      { ...share, affiliateId: 'second', weight: 400_000_000_000 },
    ];
    const assessment = assessmentOf(snapshotOf(conversion), { shares });
    expect(applyAssessment(conversion, assessment, noTiers)).toMatchObject({
      affiliateId: 'first',
      affiliateIds: ['first', 'second'],
      requiresReview: true,
      fraudScore: 0.1,
    });
  });

  it('freezes the bonus of who is credited now, beside that of who was before', () => {
    const conversion = aStoredConversion({ tierBonuses: { before: '5' } });
    const [share] = assessmentOf(snapshotOf(conversion)).shares;
    const shares = share === undefined ? [] : [{ ...share, affiliateId: 'now' }];
    const bonuses = [{ level: 1, bonusPercent: '2' }];
    const tiers: KnownTiers = {
      versionsOf: () => [{ version: 1, effectiveFrom: new Date(0), bonuses }],
      movesOf: () => [],
    };
    const assessment = assessmentOf(snapshotOf(conversion), { shares });
    expect(applyAssessment(conversion, assessment, tiers)).toMatchObject({
      affiliateIds: ['now'],
      tierBonuses: { before: '5', now: '2' },
    });
  });

  it('leaves what was decided as it was decided on', () => {
    const decided = aStoredConversion({ status: 'approved', assessedAt: NOW });
    expect(applyAssessment(decided, assessmentOf(snapshotOf(decided)), noTiers)).toBe(decided);
  });
});

describe('expectedCommission', () => {
  const share = (affiliateId: string) => ({
    affiliateId,
    clickId: null,
    linkId: null,
    weight: 1,
    valueMinor: 0,
  });

  it('splits to the cent: 100.00 at 10 % among three is 3.34, 3.33, 3.33', () => {
    const conversion = aStoredConversion({ shares: ['a', 'b', 'c'].map(share) });
    const parts = ['a', 'b', 'c'].map((id) => expectedCommission(conversion, id).amountMinor);
    expect(parts).toEqual([334, 333, 333]);
    expect(expectedCommission(conversion).amountMinor).toBe(1_000);
  });

  it('earns on what refunds have left, fixed amounts in proportion and in the campaign’s currency', () => {
    const terms = { type: 'fixed', value: '3.00', currency: 'EUR', holdDays: 0 } as const;
    const conversion = aStoredConversion({ terms, refundedMinor: 2_500 });
    expect(expectedCommission(conversion)).toEqual({ amountMinor: 225, currency: 'EUR' });
    const percent = aStoredConversion({ refundedMinor: 2_500 });
    expect(expectedCommission(percent)).toEqual({ amountMinor: 750, currency: 'USD' });
  });

  it('raises each one’s part by their tier’s bonus, as commission books it', () => {
    const shares = ['anna', 'bela', 'carl'].map(share);
    const tierBonuses = { anna: '0', bela: '5' };
    const split = aStoredConversion({ shares, tierBonuses });
    const parts = ['anna', 'bela', 'carl'].map((id) => expectedCommission(split, id).amountMinor);
    expect(parts).toEqual([334, 350, 333]);
    expect(expectedCommission(split).amountMinor).toBe(1_017);

    const alone = aStoredConversion({ affiliateId: 'bela', tierBonuses });
    const cost = (given: object): number => expectedCommission({ ...alone, ...given }).amountMinor;
    expect(cost({})).toBe(1_050);
    // Half a cent, to the even one, once.
    expect(cost({ valueMinor: 100 })).toBe(10);
    expect(cost({ valueMinor: 300 })).toBe(32);
    const terms = { type: 'fixed', value: '3.50', currency: 'EUR', holdDays: 0 } as const;
    expect(cost({ terms })).toBe(368);
    expect(cost({ terms, refundedMinor: 5_000 })).toBe(184);
    expect(cost({ terms, valueMinor: 0 })).toBe(368);
    expect(cost({ namedCommissionMinor: 700 })).toBe(700);
    expect(cost({ affiliateId: 'anna' })).toBe(1_000);
  });

  it('pays a fixed amount for an order without value, and nothing where nobody is credited', () => {
    const terms = { type: 'fixed', value: '3.00', currency: 'USD', holdDays: 0 } as const;
    const lead = aStoredConversion({ terms, valueMinor: 0 });
    expect(expectedCommission(lead).amountMinor).toBe(300);
    expect(shownCommission({ ...lead, affiliateIds: [] }).amountMinor).toBe(0);
    expect(shownCommission({ ...lead, status: 'rejected' }).amountMinor).toBe(0);
  });
});
