import {
  budgetLimits,
  type CampaignLimits,
  type CampaignSnapshot,
  periodsAt,
  type Span,
  spans,
} from '@tributary/contracts';
import { parseAmount, type Rational, rational } from '@tributary/money';
import { type CommissionBasis, exactCommissions } from '@tributary/terms';

/** What a campaign may pay for in batches, because one alone is too small for a commission. */
export type UnitKind = 'click' | 'impression';

/** How many units the campaign's fixed amount pays for; impressions are priced per thousand (CPM). */
export const unitsPer: Readonly<Record<UnitKind, number>> = { click: 1, impression: 1_000 };

type Terms = CampaignSnapshot['commission'];
type Limited = Pick<CampaignSnapshot, 'caps' | 'budget'>;

/**
 * The smallest number of units worth whole minor units, so that a batch loses nothing by rounding: at 2.00 per thousand,
 * five impressions are one cent. The remainder waits for more.
 */
export function wholeBlock(kind: UnitKind, { type, value, currency }: Terms): number {
  const per = unitsPer[kind];
  if (type !== 'fixed') return 1;
  return per / commonDivisor(parseAmount(value, currency), per);
}

function commonDivisor(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** What one click or impression earns its affiliate, tier's bonus included; minor units. */
export function exactPrice(
  kind: UnitKind,
  terms: Terms,
  { affiliateId, tiers }: { readonly affiliateId: string } & Pick<CommissionBasis, 'tiers'>,
): Rational {
  const [price = rational(0)] = exactCommissions(
    {
      ...{ valueMinor: 0, currency: terms.currency, terms, namedMinor: null },
      ...{ shares: [{ affiliateId, weight: 1 }], unitsPer: unitsPer[kind] },
      ...(tiers === undefined ? {} : { tiers }),
    },
    0,
  );
  return price;
}

/** A campaign's spending in minor units by the names of periods (see `periodsAt`). */
export type Spent = Readonly<Record<string, number>>;

export interface Room {
  readonly leftMinor: number;
  readonly reason: 'commission_cap' | 'budget_exhausted';
}

/** How much more a campaign may spend, and which limit applies; undefined without a limit. */
export function roomIn({ caps, budget }: Limited, spent: Spent, now: Date): Room | undefined {
  const periods = periodsAt(now);
  const left = (limits: CampaignLimits | undefined, reason: Room['reason']): Room[] =>
    spans.flatMap((span: Span) => {
      const limit = limits?.[span] ?? null;
      if (limit === null) return [];
      return [{ leftMinor: Math.max(0, limit - (spent[periods[span]] ?? 0)), reason }];
    });
  const rooms = [
    ...left(caps?.commissionMinor, 'commission_cap'),
    ...left(budgetLimits({ budget }), 'budget_exhausted'),
  ];
  return rooms.toSorted((a, b) => a.leftMinor - b.leftMinor)[0];
}

/** How many periods of each kind are stored: the newest two. */
const PERIODS_PER_KIND = 2;

/** The spending with `amountMinor` added. */
export function spentMore(spent: Spent, amountMinor: number, now: Date): Spent {
  const added = Object.values(periodsAt(now)).map((name) => [
    name,
    (spent[name] ?? 0) + amountMinor,
  ]);
  const all: Spent = { ...spent, ...(Object.fromEntries(added) as Spent) };
  const kinds = Map.groupBy(Object.keys(all).sort().reverse(), (name) => name[0]);
  const kept = [...kinds.values()].flatMap((names) => names.slice(0, PERIODS_PER_KIND));
  return Object.fromEntries(kept.map((name) => [name, all[name] ?? 0]));
}

export interface UnitBatch {
  /** How many units are paid now, oldest first. */
  readonly paid: number;
  /** How many of the units after them exceed a limit. */
  readonly unpaid: number;
}

/**
 * How many of the waiting units are paid now. Units that exceed a cap or the budget are not; units that do not make
 * whole minor units yet keep waiting.
 */
export function decideUnits(
  waiting: number,
  block: number,
  { price, room }: { readonly price: Rational; readonly room: Room | undefined },
): UnitBatch {
  const whole = Math.floor(waiting / block) * block;
  if (room === undefined || price.numerator === 0n) return { paid: whole, unpaid: 0 };
  const affordable = (BigInt(room.leftMinor) * price.denominator) / price.numerator;
  if (affordable >= BigInt(whole)) return { paid: whole, unpaid: 0 };
  const paid = Math.floor(Number(affordable) / block) * block;
  return { paid, unpaid: whole - paid };
}
