import { DAY_SECONDS, MINUTE_SECONDS, SECOND_MS } from '@tributary/units';
import { type People, type Person } from '../people.ts';
import { type Random } from '../random.ts';
import { type Manner, type OrderTraits, type Recorder } from '../recorder.ts';

/** A month in which a segment or a crew acts. */
export interface Scene {
  readonly random: Random;
  readonly people: People;
  readonly recorder: Recorder;
  /** Midnight of the first day, epoch milliseconds. */
  readonly start: number;
  readonly days: number;
  /** Ordinary affiliates. */
  readonly others: readonly string[];
  /** The accounts of the segment or the crew. */
  readonly affiliateIds: readonly string[];
  /** About how many orders in all. */
  readonly orders: number;
  /** Affiliates whom the crew harms; a scene adds them. */
  readonly victims: Set<string>;
}

/** How the customers behind some links behave; times in seconds. */
export interface Habits {
  readonly visitor: () => Person;
  readonly takenS: () => number;
  /** When the customer follows the link, epoch milliseconds. */
  readonly moment: () => number;
  /** Clicks without an order, for each order. */
  readonly idle: number;
  /** Share of carts that were open before the click. */
  readonly cartBefore: number;
  /** Share of customers whom another affiliate led before. */
  readonly ledBefore: number;
  readonly buyer?: (person: Person) => Partial<Person>;
  readonly manner?: () => Manner;
  readonly traits: Omit<OrderTraits, 'buyer' | 'cartOpenedS'>;
}

/** A moment of the month, epoch milliseconds. */
export const anyMoment =
  ({ random, start, days }: Scene) =>
  (): number =>
    start + random.between(0, days) * DAY_SECONDS * SECOND_MS;

/** As many as drawn. */
export const several = <Item>(random: Random, [from, to]: [number, number], make: () => Item) =>
  Array.from({ length: random.int(from, to) }, make);

/** People who differ in nothing but the cookie and the mailbox. */
export const alike = ({ random, people }: Scene, device: Person, keepsCookie: number): Person => ({
  ...device,
  visitorId: random.chance(keepsCookie) ? device.visitorId : random.id(),
  email: people.email(),
});

/** Customers follow links of the scene's accounts, and order; the rest only look. */
export function visit(scene: Scene, habits: Habits, orders = scene.orders): void {
  const { random, recorder, affiliateIds, others, victims } = scene;
  const manner = () => (habits.manner === undefined ? {} : { manner: habits.manner() });
  for (let index = 0; index < orders; index += 1) {
    const affiliateId = random.pick(affiliateIds);
    const at = habits.moment();
    const person = habits.visitor();
    const takenS = Math.max(2, habits.takenS());
    if (random.chance(habits.ledBefore)) {
      const beforeS = random.between(3 * MINUTE_SECONDS, DAY_SECONDS);
      const leader = random.pick(others);
      recorder.click(leader, person, at - beforeS * SECOND_MS);
      if (habits.traits.attack !== undefined) victims.add(leader);
    }
    const led = recorder.click(affiliateId, person, at, manner());
    const cartOpenedS = random.chance(habits.cartBefore)
      ? takenS + random.about(8 * MINUTE_SECONDS, 1)
      : takenS * random.between(0.05, 0.95);
    const { traits, buyer } = habits;
    recorder.order(led, person, at + takenS * SECOND_MS, {
      ...traits,
      cartOpenedS,
      ...(buyer === undefined ? {} : { buyer: buyer(person) }),
    });
    for (let idle = random.exponential(habits.idle); idle >= 0.5; idle -= 1) {
      recorder.click(affiliateId, habits.visitor(), habits.moment(), manner());
    }
  }
}
