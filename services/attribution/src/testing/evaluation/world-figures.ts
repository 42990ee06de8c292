import {
  type AnyAttackName,
  attackNames,
  type SegmentName,
  segmentNames,
  newAttackNames,
} from '@tributary/traffic';
import { REVIEW_THRESHOLD } from '../../domain/scoring-settings.ts';
import { type JudgedOrder, type JudgedWorld } from './judge-world.ts';

/** What was drawn for a world: an ordinary shop, or one with a segment and a crew. */
export interface EvaluatedWorld extends JudgedWorld {
  readonly seed: number;
  readonly kind: 'plain' | 'evasive' | 'red team';
}

/** From this day on affiliates have a history. */
const SETTLED_DAY = 7;
/** A person is assumed to decide what is held within this time. */
const REVIEW_DAYS = 14;
/** The prevalence at which precision is shown: shops have far less fraud than invented worlds. */
const SHOWN_PREVALENCE = 0.03;
/** The most of a segment's orders that may be held; a segment that is held more is reported as such. */
export const SHARES = { heldAtFirst: 0.05, heldAtPayout: 0.01, found: 0.6 } as const;

type Score = 'firstScore' | 'lastScore';

export const heldShare = (
  orders: readonly JudgedOrder[],
  score: Score,
  threshold = REVIEW_THRESHOLD,
): number =>
  orders.length === 0 ? NaN : orders.filter((one) => one[score] > threshold).length / orders.length;

/** Whether an attack was found at any time before its payout. */
export const foundShare = (orders: readonly JudgedOrder[]): number =>
  orders.length === 0
    ? NaN
    : orders.filter((one) => Math.max(one.firstScore, one.lastScore) > REVIEW_THRESHOLD).length /
      orders.length;

export const isHonest = ({ attack }: JudgedOrder): boolean => attack === null;
const isFraud = ({ attack }: JudgedOrder): boolean => attack !== null;

/** Precision of flags if three orders in a hundred were fraud, and as many of each sort were flagged. */
export function precisionAt(orders: readonly JudgedOrder[], score: Score): number {
  const found = SHOWN_PREVALENCE * heldShare(orders.filter(isFraud), score);
  const wrong = (1 - SHOWN_PREVALENCE) * heldShare(orders.filter(isHonest), score);
  return found / (found + wrong);
}

/** Mean squared difference between score and truth. */
export const brierOf = (orders: readonly JudgedOrder[], score: Score): number =>
  orders.reduce((sum, one) => sum + (one[score] - Number(isFraud(one))) ** 2, 0) / orders.length;

export interface Row {
  readonly name: string;
  readonly orders: number;
  readonly first: number;
  readonly last: number;
}

const rowOf = (name: string, orders: readonly JudgedOrder[], last: number): Row => ({
  name,
  orders: orders.length,
  first: heldShare(orders, 'firstScore'),
  last,
});

const ordersOf = (worlds: readonly EvaluatedWorld[]): JudgedOrder[] =>
  worlds.flatMap(({ orders }) => orders);

/** How much of each honest segment is held. */
export const segmentRows = (worlds: readonly EvaluatedWorld[]): Row[] =>
  segmentNames.map((name: SegmentName) => {
    const own = ordersOf(worlds).filter(({ segment }) => segment === name);
    return rowOf(name, own, heldShare(own, 'lastScore'));
  });

/** How much of each attack is found before its payout. */
export const attackRows = (
  worlds: readonly EvaluatedWorld[],
  names: readonly AnyAttackName[],
): Row[] =>
  names.map((name) => {
    const own = ordersOf(worlds).filter(({ attack }) => attack === name);
    return rowOf(name, own, foundShare(own));
  });

/** What a threshold costs the honest and lets through, in minor units. */
export function moneyAt(orders: readonly JudgedOrder[], threshold: number) {
  const isHeld = ({ lastScore }: JudgedOrder): boolean => lastScore > threshold;
  const isReleased = ({ firstScore, lastScore }: JudgedOrder): boolean =>
    firstScore > threshold && lastScore <= threshold;
  const sum = (some: readonly JudgedOrder[]): number =>
    some.reduce((total, { commissionMinor }) => total + commissionMinor, 0);
  const honest = orders.filter(isHonest);
  const fraud = orders.filter((one) => isFraud(one) && !one.isRefunded);
  return {
    honestMinor: sum(honest),
    heldMinor: sum(honest.filter(isHeld)),
    releasedMinor: sum(honest.filter(isReleased)),
    /** Minor units times days after the hold, until a person decides. */
    heldDaysMinor: sum(honest.filter(isHeld)) * REVIEW_DAYS,
    fraudMinor: sum(fraud),
    fraudPaidMinor: sum(fraud.filter((one) => !isHeld(one))),
  };
}

interface Target {
  readonly name: string;
  readonly value: number;
  readonly isMet: boolean;
}

const atMost = (name: string, value: number, limit: number): Target => ({
  name,
  value,
  isMet: value <= limit,
});
const atLeast = (name: string, value: number, limit: number): Target => ({
  name,
  value,
  isMet: value >= limit,
});

const worst = (rows: readonly Row[], pick: (row: Row) => number, isWorse: 'high' | 'low') => {
  const found = rows.filter((row) => row.orders > 0);
  const values = found.map(pick);
  const value = isWorse === 'high' ? Math.max(...values) : Math.min(...values);
  return { value, name: found[values.indexOf(value)]?.name ?? '-' };
};

/** The targets, each with what was measured. */
export function worldTargets(worlds: readonly EvaluatedWorld[]): Target[] {
  const of = (kind: EvaluatedWorld['kind']) => worlds.filter((one) => one.kind === kind);
  const ordinary = worlds.filter(({ kind }) => kind !== 'red team');
  const [plain, evasive, redTeam] = [
    ordersOf(of('plain')),
    ordersOf(of('evasive')),
    of('red team'),
  ];
  const settled = (orders: readonly JudgedOrder[]) =>
    orders.filter((one) => isFraud(one) && one.day >= SETTLED_DAY);
  const segments = segmentRows(redTeam);
  const atFirst = worst(segments, ({ first }) => first, 'high');
  const atPayout = worst(segments, ({ last }) => last, 'high');
  const known = worst(attackRows(ordinary, attackNames), ({ last }) => last, 'low');
  const fresh = worst(attackRows(redTeam, newAttackNames), ({ last }) => last, 'low');
  const accused = ordinary.reduce((sum, one) => sum + one.accused, 0);
  const affiliates = ordinary.reduce((sum, one) => sum + one.honestAffiliates, 0);
  const honest = ordersOf(ordinary).filter(isHonest);
  return [
    atMost('false positives <= 0.3 %, ordinary worlds', heldShare(honest, 'firstScore'), 0.003),
    atMost('honest affiliates accused per 100 = 0', (100 * accused) / affiliates, 0),
    atMost(`each segment held <= 5 % (worst: ${atFirst.name})`, atFirst.value, SHARES.heldAtFirst),
    atMost(
      `each segment held at its payout <= 1 % (worst: ${atPayout.name})`,
      atPayout.value,
      SHARES.heldAtPayout,
    ),
    atLeast('plain recall from day 7 >= 0.97', foundShare(settled(plain)), 0.97),
    atLeast('evasive recall from day 7 >= 0.90', foundShare(settled(evasive)), 0.9),
    atLeast(`each known attack found >= 0.60 (worst: ${known.name})`, known.value, SHARES.found),
    atLeast(`each new attack found >= 0.60 (worst: ${fresh.name})`, fresh.value, SHARES.found),
    atMost('Brier <= 0.010, plain', brierOf(plain, 'lastScore'), 0.01),
  ];
}
