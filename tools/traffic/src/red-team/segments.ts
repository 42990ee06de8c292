import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, SECOND_MS } from '@tributary/units';
import { type SegmentName } from '../names.ts';
import { type Person } from '../people.ts';
import { alike, anyMoment, type Habits, type Scene, several, visit } from './scene.ts';

/** Ordinary customers of a segment; what is special about it is given. */
function habitsOf(scene: Scene, segment: SegmentName, given: Partial<Habits>): Habits {
  const { random, people } = scene;
  const late = random.between(0.05, 0.25);
  const medianS = random.between(3, 30) * MINUTE_SECONDS;
  return {
    visitor: () => people.person(),
    takenS: () =>
      random.chance(late)
        ? DAY_SECONDS + random.exponential(2.5 * DAY_SECONDS)
        : random.about(medianS, 1),
    moment: anyMoment(scene),
    idle: random.between(4, 25),
    cartBefore: random.between(0.02, 0.2),
    ledBefore: random.between(0.02, 0.25),
    traits: { segment, refunded: random.between(0.01, 0.12) },
    ...given,
  };
}

/** Many people behind a few addresses, with few sorts of browsers among them. */
function behindAddresses(
  scene: Scene,
  segment: SegmentName,
  given: { lines: [number, number]; agents: [number, number]; share: [number, number] },
  habits: Partial<Habits> = {},
): void {
  const { random, people } = scene;
  const lines = several(random, given.lines, people.homeIp);
  const agents = several(random, given.agents, people.agent);
  const share = random.between(...given.share);
  const visitor = (): Person =>
    random.chance(share)
      ? people.person({ ip: random.pick(lines), userAgent: random.pick(agents) })
      : people.person();
  visit(scene, habitsOf(scene, segment, { visitor, ...habits }));
}

/** Scanners open each link of a mailing within minutes; the readers follow over some days. */
function mailScanners(scene: Scene): void {
  const { random, people, recorder, affiliateIds, start, days } = scene;
  const mailings = several(
    random,
    [1, 4],
    () => start + random.int(0, days - 3) * DAY_SECONDS * SECOND_MS,
  );
  const nine = 9 * HOUR_SECONDS * SECOND_MS;
  const agents = several(random, [1, 3], people.agent);
  const fromCentre = random.between(0.5, 1);
  const describes = random.chance(0.4);
  const scans = Math.round(scene.orders * random.between(4, 40));
  for (let index = 0; index < scans; index += 1) {
    const ip = random.chance(fromCentre) ? people.centreIp() : people.homeIp();
    const scanner = people.person({ ip, userAgent: random.pick(agents), describes });
    const afterMs = random.exponential(4 * MINUTE_SECONDS) * SECOND_MS;
    recorder.click(random.pick(affiliateIds), scanner, random.pick(mailings) + nine + afterMs);
  }
  const moment = () =>
    random.pick(mailings) + nine + random.exponential(9 * HOUR_SECONDS) * SECOND_MS;
  visit(scene, habitsOf(scene, 'mail_scanners', { moment, idle: random.between(2, 10) }));
}

function privacyBrowsers(scene: Scene): void {
  const { random, people } = scene;
  const throughVpn = random.between(0, 0.6);
  const agents = several(random, [1, 3], people.agent);
  const visitor = () =>
    people.person({
      userAgent: random.pick(agents),
      describes: false,
      isDisposable: random.chance(0.08),
      ...(random.chance(throughVpn) ? { ip: people.vpnIp() } : {}),
    });
  const buyer = () => (random.chance(0.3) ? { ip: people.vpnIp() } : {});
  visit(scene, habitsOf(scene, 'privacy_browsers', { visitor, buyer }));
}

function vpnUsers(scene: Scene): void {
  const { random, people } = scene;
  const exits = several(random, [2, 30], people.vpnIp);
  const share = random.between(0.4, 0.95);
  const abroad = random.between(0, 0.5);
  const visitor = () =>
    random.chance(share)
      ? people.person({
          ip: random.pick(exits),
          country: random.chance(abroad) ? people.otherCountry() : 'DE',
        })
      : people.person();
  const buyer = () => (random.chance(0.3) ? { country: 'DE' } : {});
  visit(scene, habitsOf(scene, 'vpn_users', { visitor, buyer }));
}

/** Customers who fill the cart first, and then fetch a code or switch cashback on. */
function atCheckout(scene: Scene, segment: SegmentName, medianS: number): void {
  const { random } = scene;
  visit(
    scene,
    habitsOf(scene, segment, {
      takenS: () => random.about(medianS, random.between(0.5, 0.9)),
      cartBefore: random.between(0.6, 0.99),
      ledBefore: random.between(0.05, 0.5),
      idle: random.between(0.5, 8),
    }),
  );
}

/** Families and cafés, whose members order by the same machines. */
function sharedDevices(scene: Scene): void {
  const { random, people } = scene;
  const isCafe = random.chance(0.5);
  const line = people.homeIp();
  const households = Math.max(2, Math.round(scene.orders / random.between(2, 4)));
  const devices = Array.from({ length: isCafe ? random.int(6, 20) : households }, () =>
    people.person({ ip: isCafe ? line : people.homeIp() }),
  );
  const keepsCookie = isCafe ? random.between(0.1, 0.9) : 0.9;
  const visitor = () => alike(scene, random.pick(devices), keepsCookie);
  visit(scene, habitsOf(scene, 'shared_devices', { visitor }));
}

function flashSale(scene: Scene): void {
  const { random, people, start, days } = scene;
  const opens = start + random.between(2, days - 2) * DAY_SECONDS * SECOND_MS;
  const hours = random.between(0.5, 8);
  const inApp = random.between(0.4, 0.95);
  const agent = people.agent();
  const visitor = () =>
    random.chance(inApp)
      ? people.person({ userAgent: agent, describes: false, ip: people.mobileIp() })
      : people.person();
  const medianS = random.between(40, 300);
  visit(
    scene,
    habitsOf(scene, 'flash_sale', {
      visitor,
      moment: () => opens + random.exponential(hours * HOUR_SECONDS) * SECOND_MS,
      takenS: () => random.about(medianS, 0.8),
      idle: random.between(1, 10),
    }),
  );
}

function travellers(scene: Scene): void {
  const { random, people } = scene;
  const hotels = several(random, [3, 20], people.homeIp);
  const share = random.between(0.5, 1);
  const visitor = () =>
    random.chance(share)
      ? people.person({ ip: random.pick(hotels), country: people.otherCountry() })
      : people.person();
  const buyer = () =>
    random.chance(0.5) ? { ip: people.mobileIp(), country: random.pick(['DE', 'FR', 'GB']) } : {};
  visit(scene, habitsOf(scene, 'travellers', { visitor, buyer }));
}

/** A small club whose members order again and again. */
function regulars(scene: Scene): void {
  const { random, people } = scene;
  const members = Array.from(
    { length: Math.max(2, Math.round(scene.orders / random.between(2, 7))) },
    () => people.person(),
  );
  visit(
    scene,
    habitsOf(scene, 'regulars', {
      visitor: () => random.pick(members),
      takenS: () => random.about(random.between(60, 500), 0.8),
      idle: random.between(0.5, 4),
    }),
  );
}

/** Employees whose traffic leaves through the data centre of a security provider. */
function webGateway(scene: Scene): void {
  const { random, people } = scene;
  const exits = several(random, [2, 8], people.centreIp);
  const share = random.between(0.5, 1);
  const visitor = () =>
    random.chance(share) ? people.person({ ip: random.pick(exits) }) : people.person();
  visit(scene, habitsOf(scene, 'web_gateway', { visitor }));
}

function lateDeciders(scene: Scene): void {
  const { random } = scene;
  const late = random.between(0.5, 0.9);
  const takenS = () =>
    random.chance(late)
      ? DAY_SECONDS + random.exponential(random.between(2, 6) * DAY_SECONDS)
      : random.about(HOUR_SECONDS, 1);
  const idle = random.between(20, 60);
  visit(scene, habitsOf(scene, 'late_deciders', { takenS, idle }));
}

/** Draws a segment's month: honest orders, each marked with the segment's name. */
export const segments: Readonly<Record<SegmentName, (scene: Scene) => void>> = {
  campus: (scene) =>
    behindAddresses(scene, 'campus', { lines: [1, 3], agents: [2, 6], share: [0.5, 1] }),
  carrier: (scene) =>
    behindAddresses(scene, 'carrier', { lines: [2, 10], agents: [2, 8], share: [0.4, 1] }),
  office: (scene) =>
    behindAddresses(
      scene,
      'office',
      { lines: [1, 2], agents: [1, 2], share: [0.6, 1] },
      { idle: scene.random.between(1, 8) },
    ),
  privacy_browsers: privacyBrowsers,
  mail_scanners: mailScanners,
  cashback_extension: (scene) =>
    atCheckout(scene, 'cashback_extension', scene.random.between(12, 90)),
  coupon_site: (scene) => atCheckout(scene, 'coupon_site', scene.random.between(40, 300)),
  vpn_users: vpnUsers,
  shared_devices: sharedDevices,
  flash_sale: flashSale,
  travellers,
  regulars,
  web_gateway: webGateway,
  late_deciders: lateDeciders,
  agency: (scene) => visit(scene, habitsOf(scene, 'agency', {})),
};
