import { MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS } from '@tributary/units';
import { type AttackName, type Form } from './names.ts';
import { type People, type Person } from './people.ts';
import { type Random } from './random.ts';
import { type Manner, type Recorder } from './recorder.ts';

/** An attacker at work. */
export interface Crime {
  readonly random: Random;
  readonly people: People;
  readonly recorder: Recorder;
  readonly start: number;
  readonly days: number;
  readonly others: readonly string[];
  readonly affiliateId: string;
  /** The account's own mailbox and address. */
  readonly email: string;
  readonly ip: string;
  /** About how many orders in all. */
  readonly orders: number;
  readonly isEvasive: boolean;
}

const momentOf = ({ random, start, days }: Crime): number =>
  start + random.between(0, days) * DAY_SECONDS * 1_000;

/** Each order at a moment of its own. */
function repeatedly(crime: Crime, once: (at: number) => void): void {
  for (let index = 0; index < crime.orders; index += 1) once(momentOf(crime));
}

function botOf(
  { random, people, isEvasive }: Crime,
  proxies: readonly string[],
  isDeclared: boolean,
) {
  const fromCentre = random.chance(isEvasive ? 0.25 : 0.75);
  return people.person({
    ip: fromCentre ? people.centreIp() : random.pick(proxies),
    userAgent: isDeclared ? 'python-requests/2.32.3' : people.agent(),
    isDisposable: random.chance(isEvasive ? 0.1 : 0.4),
    describes: isEvasive && random.chance(0.6),
  });
}

/** Scripts that click and fill in forms. */
function botClicksLeads(crime: Crime): void {
  const { random, people, recorder, affiliateId, isEvasive } = crime;
  const attack = 'bot_clicks_leads';
  const proxies = Array.from({ length: 12 }, people.homeIp);
  repeatedly(crime, (at) => {
    const isDeclared = !isEvasive && random.chance(0.3);
    const person = botOf(crime, proxies, isDeclared);
    const validity = isDeclared ? 'bot' : 'valid';
    const led = recorder.click(affiliateId, person, at, { validity });
    const afterS = isEvasive ? random.about(3 * MINUTE_SECONDS, 0.8) : random.between(2, 20);
    recorder.order(led, person, at + afterS * 1_000, { attack, type: 'lead' });
    const more = random.int(0, isEvasive ? 12 : 3);
    for (let extra = 0; extra < more; extra += 1) {
      const other = people.person({ ip: person.ip, describes: person.describes });
      recorder.click(affiliateId, other, at + extra * 30_000);
    }
  });
}

/** Clicks in others' names, so that one of them stands before whatever they order later. */
function claimLater(
  crime: Crime,
  attack: AttackName,
  { clicksPerOrder, manner }: { clicksPerOrder: number; manner: () => Manner },
): void {
  const { random, people, recorder, affiliateId, isEvasive } = crime;
  repeatedly(crime, (at) => {
    for (let index = 0; index < clicksPerOrder; index += 1) {
      const spread = at + random.between(0, DAY_SECONDS) * 1_000;
      recorder.click(affiliateId, people.person(), spread, { manner: manner() });
    }
    const person = people.person();
    const led = recorder.click(affiliateId, person, at, { manner: manner() });
    const isSoon = random.chance(isEvasive ? 0.35 : 0.08);
    const afterS = isSoon
      ? random.between(HOUR_SECONDS, DAY_SECONDS)
      : random.between(DAY_SECONDS, 12 * DAY_SECONDS);
    const cartOpenedS = random.about(12 * MINUTE_SECONDS, 1);
    recorder.order(led, person, at + afterS * 1_000, { attack, cartOpenedS });
  });
}

function clickFlooding(crime: Crime): void {
  const { random, isEvasive } = crime;
  const manner = (): Manner => (isEvasive && random.chance(0.7) ? 'page' : 'silent');
  claimLater(crime, 'click_flooding', { clicksPerOrder: isEvasive ? 70 : 140, manner });
}

function cookieStuffing(crime: Crime): void {
  const { random, isEvasive } = crime;
  const manner = (): Manner => {
    if (isEvasive && random.chance(0.55)) return 'page';
    return random.chance(0.6) ? 'image' : 'frame';
  };
  claimLater(crime, 'cookie_stuffing', { clicksPerOrder: isEvasive ? 50 : 90, manner });
}

/** A click put in front of an order that is about to be placed anyway. */
function claimAtCheckout(
  crime: Crime,
  attack: AttackName,
  { afterS, manner, ledBefore }: { afterS: () => number; manner: () => Manner; ledBefore: number },
): void {
  const { random, people, recorder, affiliateId, others } = crime;
  repeatedly(crime, (at) => {
    const person = people.person();
    if (random.chance(ledBefore)) {
      const before = at - random.between(8 * MINUTE_SECONDS, 20 * HOUR_SECONDS) * 1_000;
      recorder.click(random.pick(others), person, before);
    }
    const led = recorder.click(affiliateId, person, at, { manner: manner() });
    const takenS = afterS();
    const cartOpenedS = takenS + random.about(10 * MINUTE_SECONDS, 0.9);
    recorder.order(led, person, at + takenS * 1_000, { attack, cartOpenedS });
    const idle = random.int(0, 6);
    for (let extra = 0; extra < idle; extra += 1) {
      recorder.click(affiliateId, people.person(), at + random.between(0, DAY_SECONDS) * 1_000);
    }
  });
}

function clickInjection(crime: Crime): void {
  const { random, isEvasive } = crime;
  claimAtCheckout(crime, 'click_injection', {
    afterS: () => (isEvasive ? random.between(8, 40) : random.between(2, 9)),
    manner: () => (isEvasive && random.chance(0.7) ? 'page' : 'silent'),
    ledBefore: 0.3,
  });
}

function couponHijack(crime: Crime): void {
  const { random, isEvasive } = crime;
  claimAtCheckout(crime, 'coupon_hijack', {
    afterS: () => (isEvasive ? random.between(12, 45) : random.between(4, 25)),
    manner: () => (isEvasive || random.chance(0.5) ? 'page' : 'frame'),
    ledBefore: 0.5,
  });
}

/** The affiliate buys through its own link. */
function selfReferral(crime: Crime): void {
  const { random, people, recorder, affiliateId, email, ip, isEvasive } = crime;
  const own = people.person({ ip });
  repeatedly(crime, (at) => {
    const isTagged = !isEvasive && random.chance(0.6);
    const person: Person = {
      ...own,
      visitorId: isEvasive && random.chance(0.6) ? random.id() : own.visitorId,
      ip: random.chance(isEvasive ? 0.6 : 0.7) ? ip : people.mobileIp(),
      email: isTagged ? email.replace('@', `+${random.int(1, 99)}@`) : people.email(),
    };
    const led = recorder.click(affiliateId, person, at);
    const takenS = random.about(6 * MINUTE_SECONDS, 0.8);
    recorder.order(led, person, at + takenS * 1_000, {
      attack: 'self_referral',
      cartOpenedS: takenS * 0.6,
    });
  });
}

/** Orders with stolen cards through proxies. */
function proxyFarm(crime: Crime): void {
  const { random, people, recorder, affiliateId, isEvasive } = crime;
  const pool = Array.from({ length: isEvasive ? 10 : 4 }, () =>
    isEvasive ? people.homeIp() : people.vpnIp(),
  );
  repeatedly(crime, (at) => {
    const person = people.person({
      ip: random.pick(pool),
      isDisposable: random.chance(isEvasive ? 0.15 : 0.35),
      ...(random.chance(isEvasive ? 0.3 : 0.6) ? { country: people.otherCountry() } : {}),
    });
    const led = recorder.click(affiliateId, person, at);
    const takenS = random.about(4 * MINUTE_SECONDS, 0.7);
    const buyer = random.chance(isEvasive ? 0.3 : 0.6) ? { country: 'DE' } : {};
    recorder.order(led, person, at + takenS * 1_000, {
      attack: 'proxy_farm',
      cartOpenedS: takenS * 0.7,
      buyer,
      refunded: isEvasive ? 0.2 : 0.35,
    });
  });
}

/** One person with many names, for bonuses on new customers. */
function identityFarm(crime: Crime): void {
  const { random, people, recorder, affiliateId, isEvasive } = crime;
  const devices = Array.from({ length: isEvasive ? 4 : 2 }, () =>
    people.person({ ip: people.homeIp() }),
  );
  repeatedly(crime, (at) => {
    const device = random.pick(devices);
    const person: Person = {
      ...device,
      visitorId: isEvasive && random.chance(0.7) ? random.id() : device.visitorId,
      email: people.email(),
      isDisposable: random.chance(isEvasive ? 0.2 : 0.5),
    };
    const led = recorder.click(affiliateId, person, at);
    const takenS = random.about(5 * MINUTE_SECONDS, 0.7);
    recorder.order(led, person, at + takenS * 1_000, {
      attack: 'identity_farm',
      cartOpenedS: takenS * 0.7,
    });
  });
}

const byName: Readonly<Record<AttackName, (crime: Crime) => void>> = {
  bot_clicks_leads: botClicksLeads,
  click_flooding: clickFlooding,
  click_injection: clickInjection,
  cookie_stuffing: cookieStuffing,
  self_referral: selfReferral,
  coupon_hijack: couponHijack,
  proxy_farm: proxyFarm,
  identity_farm: identityFarm,
};

/** Commits an attack for a month. */
export const attack = (name: AttackName, form: Form, crime: Omit<Crime, 'isEvasive'>): void => {
  byName[name]({ ...crime, isEvasive: form === 'evasive' });
};
