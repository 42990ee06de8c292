import { DAY_MS } from '@tributary/units';
import { campaignOf, userOf } from '../accounts.ts';
import { goHonestly, type Kind, kinds } from '../honest.ts';
import { type SegmentName, type NewAttackName } from '../names.ts';
import { openPeople } from '../people.ts';
import { openRandom, type Random } from '../random.ts';
import { openRecorder } from '../recorder.ts';
import { crews } from './crews.ts';
import { segments } from './segments.ts';
import { type Scene } from './scene.ts';

const DAYS = 30;
/** Refunds and chargebacks are known for two months. */
const KNOWN_DAYS = 60;
const PREVALENCE = { least: 0.01, most: 0.2 } as const;
const LEAST_ORDERS = 12;

export interface RedTeamOptions {
  readonly seed: number;
  readonly segment: SegmentName;
  readonly attack: NewAttackName;
  /** Midnight, UTC, of the first day. */
  readonly start: Date;
  /** As customers' addresses are hashed at intake. */
  readonly hashEmail: (text: string) => string;
  /** Orders of the whole world; fewer for tests. */
  readonly orders?: number;
}

/** An affiliate's account as it signs up; the destination stands for where it is paid to. */
interface Account {
  readonly affiliateId: string;
  readonly email: string;
  readonly ip: string;
  readonly destination: string;
  readonly registeredAt: Date;
}

type Draw = () => Account;

/** An ordinary kind of affiliate, whose figures differ from the usual ones. */
const changed = (random: Random, kind: Kind): Kind => ({
  ...kind,
  conversionRate: Math.min(0.4, kind.conversionRate * random.between(0.4, 2)),
  medianS: kind.medianS * random.between(0.5, 2),
  cartBefore: Math.min(1, kind.cartBefore * random.between(0.5, 1.5)),
  ledBefore: Math.min(1, kind.ledBefore * random.between(0.5, 2)),
});

/** Accounts of one owner, who hides that to a degree. */
function ofOneOwner(random: Random, draw: Draw, count: number, openly: number): Account[] {
  const places = Array.from({ length: random.int(1, 3) }, draw);
  return Array.from({ length: count }, () => {
    const own = draw();
    const isPaidTogether = random.chance(openly);
    return {
      ...own,
      ip: random.chance(openly) ? random.pick(places).ip : own.ip,
      destination: isPaidTogether ? random.pick(places).destination : own.destination,
    };
  });
}

const accountsOfSegment = (random: Random, draw: Draw, segment: SegmentName): Account[] =>
  segment === 'agency'
    ? ofOneOwner(random, draw, random.int(3, 6), 0.9)
    : Array.from({ length: random.int(1, 3) }, draw);

const accountsOfCrew = (random: Random, draw: Draw, attack: NewAttackName): Account[] =>
  ofOneOwner(
    random,
    draw,
    attack === 'account_ring' ? 12 : random.int(1, 3),
    random.between(0.05, 0.7),
  );

/** How many orders are fraud, the segment's and of the rest; a world's prevalence is drawn evenly by magnitude. */
function drawOrders(random: Random, orders: number) {
  const { least, most } = PREVALENCE;
  const prevalence = Math.exp(random.between(Math.log(least), Math.log(most)));
  const fraud = Math.max(LEAST_ORDERS, Math.round(orders * prevalence));
  const segment = Math.max(LEAST_ORDERS, Math.round(orders * random.between(0.05, 0.35)));
  return { fraud, segment, ordinary: Math.max(LEAST_ORDERS, orders - fraud - segment) };
}

const idsOf = (accounts: readonly Account[]) => accounts.map(({ affiliateId }) => affiliateId);

/** What the platform knows of accounts. */
const recordsOf = (accounts: readonly Account[], start: Date) => ({
  users: accounts.map(({ affiliateId, email, registeredAt }) =>
    userOf(affiliateId, email, registeredAt),
  ),
  signIns: accounts.map(({ affiliateId, ip }) => ({ userId: affiliateId, ip, at: start })),
  destinations: accounts.map(({ affiliateId, destination }) => ({ affiliateId, destination })),
});

/**
 * A month of a shop with one honest segment and one crew in it, drawn from descriptions of fraud and of customers alone:
 * it was written before the rules that it measures were changed, and a test keeps it as it was.
 * `truth` is for the evaluation of the scores only.
 */
export function inventRedTeamTraffic(options: RedTeamOptions) {
  const { seed, segment, attack, start, hashEmail, orders = 1_200 } = options;
  const random = openRandom(seed);
  const people = openPeople(random);
  const campaign = campaignOf(random.id(), random.id(), start);
  const daysAfter = (days: number) => new Date(start.getTime() + days * DAY_MS);
  const span = { start, end: daysAfter(DAYS), refundsUntil: daysAfter(KNOWN_DAYS) };
  const recorder = openRecorder(random, campaign, { ...span, hashEmail });
  const draw = (): Account => ({
    affiliateId: random.id(),
    email: people.email(),
    ip: people.homeIp(),
    destination: random.id(),
    registeredAt: daysAfter(-random.between(0, 400)),
  });
  const drawn = drawOrders(random, orders);
  const ordinary = Array.from({ length: random.int(12, 24) }, draw);
  const others = idsOf(ordinary);
  const victims = new Set<string>();
  const shared = { random, people, recorder, start: start.getTime(), days: DAYS, others, victims };
  for (const { affiliateId } of ordinary) {
    const share = Math.max(3, Math.round((drawn.ordinary / others.length) * random.about(1, 0.5)));
    goHonestly(shared, affiliateId, changed(random, random.pick(kinds)), share);
  }
  const play = (accounts: readonly Account[], act: (scene: Scene) => void, count: number) => {
    act({ ...shared, affiliateIds: idsOf(accounts), orders: count });
  };
  const ofSegment = accountsOfSegment(random, draw, segment);
  play(ofSegment, segments[segment], drawn.segment);
  const ofCrew = accountsOfCrew(random, draw, attack);
  play(ofCrew, crews[attack], drawn.fraud);
  return {
    world: {
      campaign,
      days: DAYS,
      knownDays: KNOWN_DAYS,
      /** From the order until its commission may be paid. */
      holdDays: random.int(14, 30),
      ...recordsOf([...ordinary, ...ofSegment, ...ofCrew], start),
      clicks: recorder.clicks,
      conversions: recorder.conversions,
      refunds: recorder.refunds,
    },
    truth: {
      attacks: recorder.attacks,
      /** By conversion; orders of no segment are not in it. */
      segments: recorder.segments,
      honestAffiliates: new Set([...others, ...idsOf(ofSegment)]),
      victims,
    },
  };
}
export type RedTeamTraffic = ReturnType<typeof inventRedTeamTraffic>;
