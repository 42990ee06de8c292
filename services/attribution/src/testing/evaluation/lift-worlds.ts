import {
  addVisitor,
  type ArmSums,
  type Lift,
  liftOf,
  noVisitors,
  type Participant,
} from '../../domain/lift.ts';

/** An affiliate of an invented experiment, and what is true of it. */
export interface PlantedAffiliate {
  readonly name: string;
  /** How much the chance of an order rises by the affiliate; 0 for one that takes orders which come anyway. */
  readonly effect: number;
  readonly visitors: number;
}

export interface RecoveredAffiliate {
  readonly name: string;
  /** The planted lift, in value per visitor. */
  readonly truth: number;
  readonly lift: Lift;
  /** Whether the truth was inside the sequence at every look of the experiment. */
  readonly isAlwaysInside: boolean;
}

const LOOKS = 20;

/** Numbers from 0 to 1 that are the same for a seed (mulberry32). */
export function openRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

const between = (random: Random, low: number, high: number): number =>
  low + (high - low) * random();

/** A normal number (Box and Muller). */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** What is drawn for a shop. */
function drawShop(random: Random) {
  return {
    /** The chance that an ordinary visitor orders anyway. */
    base: between(random, 0.01, 0.05),
    medianValue: between(random, 30, 120),
    spread: between(random, 0.3, 0.6),
    /** The part of visitors who ordered before, who order more. */
    regulars: between(random, 0.1, 0.4),
    heldOut: between(random, 0.1, 0.5),
  };
}
type Shop = ReturnType<typeof drawShop>;

/** Three affiliates that make visitors order, and two poachers, who come before orders that are under way. */
const drawAffiliates = (random: Random): PlantedAffiliate[] =>
  ['maker', 'maker', 'maker', 'poacher', 'poacher'].map((kind, index) => ({
    name: `${kind} ${String(index + 1)}`,
    effect: kind === 'maker' ? between(random, 0.02, 0.06) : 0,
    visitors: Math.round(between(random, 4_000, 16_000)),
  }));

/** How much likelier a poached visitor orders anyway, and one who ordered before. */
const CHANCE_OF_POACHED = 3;
const REGULARS_CHANCE = 4;

/** A visitor of a shop, drawn into an arm; `effect` adds to the chance of an order of those who are not held out. */
function drawVisitor(
  random: Random,
  shop: Shop,
  { usual, effect }: { readonly usual: number; readonly effect: number },
): Participant {
  const value = (): number => shop.medianValue * Math.exp(shop.spread * normal(random));
  const isRegular = random() < shop.regulars;
  const before = isRegular ? value() : 0;
  const isHeldOut = random() < shop.heldOut;
  const chance = usual * (isRegular ? REGULARS_CHANCE : 1) + (isHeldOut ? 0 : effect);
  const worth = value();
  return { isHeldOut, before, outcome: random() < chance ? worth : 0 };
}

const contains = ({ sequence: [low, high] }: Lift, truth: number): boolean =>
  low <= truth && truth <= high;

function recover(random: Random, shop: Shop, affiliate: PlantedAffiliate): RecoveredAffiliate {
  const { name, effect, visitors } = affiliate;
  const usual = effect === 0 ? shop.base * CHANCE_OF_POACHED : shop.base;
  const truth = effect * shop.medianValue * Math.exp(shop.spread ** 2 / 2);
  const arms: { shown: ArmSums; heldOut: ArmSums } = { shown: noVisitors, heldOut: noVisitors };
  const looks: Lift[] = [];
  const every = Math.ceil(visitors / LOOKS);
  for (let visitor = 1; visitor <= visitors; visitor += 1) {
    const participant = drawVisitor(random, shop, { usual, effect });
    const arm = participant.isHeldOut ? 'heldOut' : 'shown';
    arms[arm] = addVisitor(arms[arm], participant);
    if (visitor % every !== 0 && visitor !== visitors) continue;
    const lift = liftOf(arms.shown, arms.heldOut);
    if (lift !== null) looks.push(lift);
  }
  const lift = looks.at(-1);
  if (lift === undefined) throw new Error('The experiment is too small');
  return { name, truth, lift, isAlwaysInside: looks.every((one) => contains(one, truth)) };
}

/** Invents an experiment from a seed, and what is recovered of each of its affiliates. */
export function recoverWorld(seed: number): RecoveredAffiliate[] {
  const random = openRandom(seed);
  const shop = drawShop(random);
  return drawAffiliates(random).map((affiliate) => recover(random, shop, affiliate));
}
