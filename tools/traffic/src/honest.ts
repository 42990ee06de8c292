import { MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS } from '@tributary/units';
import { type People } from './people.ts';
import { type Random } from './random.ts';
import { type Recorder } from './recorder.ts';

/** How the visitors of a kind of affiliate behave; times in seconds. */
export interface Kind {
  readonly name: string;
  readonly conversionRate: number;
  /** From click to order. */
  readonly medianS: number;
  readonly sigma: number;
  /** The cart was filled before the click. */
  readonly cartBefore: number;
  /** Another affiliate had led the visitor that day. */
  readonly ledBefore: number;
  /** Clicks come in bursts, as after a mailing. */
  readonly inBursts: boolean;
}

const kind = (
  name: string,
  given: Partial<Kind> & Pick<Kind, 'conversionRate' | 'medianS'>,
): Kind => ({ name, sigma: 1.1, cartBefore: 0.06, ledBefore: 0.1, inBursts: false, ...given });

export const kinds: readonly Kind[] = [
  kind('content', { conversionRate: 0.06, medianS: 25 * MINUTE_SECONDS }),
  kind('coupon', {
    conversionRate: 0.16,
    medianS: 170,
    sigma: 0.7,
    cartBefore: 0.7,
    ledBefore: 0.2,
  }),
  kind('email', { conversionRate: 0.08, medianS: 18 * MINUTE_SECONDS, inBursts: true }),
  kind('social', { conversionRate: 0.045, medianS: 12 * MINUTE_SECONDS }),
  kind('search', { conversionRate: 0.08, medianS: 9 * MINUTE_SECONDS }),
  kind('app', { conversionRate: 0.06, medianS: 7 * MINUTE_SECONDS }),
];

interface Street {
  readonly random: Random;
  readonly people: People;
  readonly recorder: Recorder;
  readonly start: number;
  readonly days: number;
  /** Affiliates whose links visitors may have followed before. */
  readonly others: readonly string[];
}

/** Shares of what honest visitors do, by the design's figures. */
const SHARES = { late: 0.18, double: 0.12, bots: 0.03, repeat: 0.06 } as const;
const CHANGES = { network: 0.08, country: 0.015, device: 0.1 } as const;

/** Who orders, where that is another browser than the one that clicked. */
function buyerOf({ random, people }: Street) {
  return {
    ...(random.chance(CHANGES.network) ? { ip: people.mobileIp() } : {}),
    ...(random.chance(CHANGES.country) ? { country: people.otherCountry() } : {}),
    ...(random.chance(CHANGES.device) ? { userAgent: people.agent() } : {}),
  };
}

function visit(street: Street, affiliateId: string, who: Kind, at: number): void {
  const { random, people, recorder } = street;
  const person = people.person();
  const led = recorder.click(affiliateId, person, at);
  if (random.chance(SHARES.double)) {
    const again = at + random.between(1, 4) * 1_000;
    recorder.click(affiliateId, person, again, { validity: 'duplicate' });
  }
  if (!random.chance(who.conversionRate)) return;
  const isLate = random.chance(SHARES.late);
  const afterS = isLate
    ? DAY_SECONDS + random.exponential(2.5 * DAY_SECONDS)
    : Math.max(6, random.about(who.medianS, who.sigma));
  if (random.chance(who.ledBefore)) {
    const before = at - random.between(6 * MINUTE_SECONDS, 20 * HOUR_SECONDS) * 1_000;
    recorder.click(random.pick(street.others), person, before);
  }
  const isOpen = random.chance(who.cartBefore);
  const cartOpenedS = isOpen
    ? afterS + random.about(8 * MINUTE_SECONDS, 1)
    : afterS * random.between(0.1, 0.9);
  recorder.order(led, person, at + afterS * 1_000, { cartOpenedS, buyer: buyerOf(street) });
  if (random.chance(SHARES.repeat)) {
    const later = at + (afterS + random.between(1 * DAY_SECONDS, 12 * DAY_SECONDS)) * 1_000;
    const again = recorder.click(affiliateId, person, later);
    const takenS = random.about(who.medianS, who.sigma);
    recorder.order(again, person, later + takenS * 1_000, { cartOpenedS: takenS / 2 });
  }
}

/** An honest affiliate's month: visits, of which some order. @param orders about how many */
export function goHonestly(street: Street, affiliateId: string, who: Kind, orders: number): void {
  const { random, people, recorder, start, days } = street;
  const visits = Math.round(orders / who.conversionRate);
  const burstDays = Array.from({ length: 4 }, () => random.int(0, days - 1));
  for (let index = 0; index < visits; index += 1) {
    const isBurst = who.inBursts && random.chance(0.8);
    const day = isBurst ? random.pick(burstDays) : random.int(0, days - 1);
    const hour = isBurst ? 9 + random.exponential(2) : random.between(6, 23.9);
    const at = start + (day * DAY_SECONDS + Math.min(hour, 23.9) * HOUR_SECONDS) * 1_000;
    if (random.chance(SHARES.bots)) {
      const bot = people.person({ ip: people.centreIp(), describes: false });
      recorder.click(affiliateId, bot, at, { validity: 'bot' });
    } else visit(street, affiliateId, who, at);
  }
}
