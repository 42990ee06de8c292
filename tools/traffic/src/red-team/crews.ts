import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, SECOND_MS } from '@tributary/units';
import { type NewAttackName } from '../names.ts';
import { type Manner } from '../recorder.ts';
import { collusiveReturns, habitsOf, leadFarm, residentialFarm } from './farms.ts';
import { alike, anyMoment, type Scene, several, visit } from './scene.ts';

type Crew = (scene: Scene) => void;

/** Visitors who make an account look alive, and order nothing. */
const cover = (scene: Scene, clicks: number): void => {
  const { random, people, recorder, affiliateIds } = scene;
  const moment = anyMoment(scene);
  for (let index = 0; index < clicks; index += 1) {
    recorder.click(random.pick(affiliateIds), people.person(), moment());
  }
};

/** True customers of an account that also cheats. */
const genuine = (scene: Scene, orders: number, days = scene.days): void => {
  const { random, start } = scene;
  const moment = () => start + random.between(0, days) * DAY_SECONDS * SECOND_MS;
  visit(
    scene,
    {
      visitor: () => scene.people.person(),
      takenS: () => random.about(12 * MINUTE_SECONDS, 1.1),
      moment,
      idle: random.between(6, 18),
      cartBefore: 0.1,
      ledBefore: 0.1,
      traits: {},
    },
    orders,
  );
};

/** A dozen accounts of one crew, whose members order by each other's links from the same few homes. */
const accountRing: Crew = (scene) => {
  const { random, people } = scene;
  const lines = several(random, [3, 8], people.homeIp);
  const devices = lines.flatMap((ip) => several(random, [1, 3], () => people.person({ ip })));
  const keepsCookie = random.between(0, 0.7);
  cover(scene, scene.orders * random.between(3, 20));
  genuine(scene, Math.round(scene.orders * random.between(0, 0.3)));
  visit(
    scene,
    habitsOf(scene, 'account_ring', {
      visitor: () => alike(scene, random.pick(devices), keepsCookie),
      idle: 0,
      traits: { refunded: random.between(0.03, 0.5) },
    }),
  );
};

/** A new account orders with stolen cards for a day or two, and is gone. */
const hitAndRun: Crew = (scene) => {
  const { random, people, start, days } = scene;
  const opens = start + random.between(1, days - 4) * DAY_SECONDS * SECOND_MS;
  const hours = random.between(8, 60);
  const throughVpn = random.between(0, 0.6);
  const pool = several(random, [5, 20], () =>
    random.chance(throughVpn) ? people.vpnIp() : people.homeIp(),
  );
  const agents = several(random, [3, 10], people.agent);
  const disposable = random.between(0.02, 0.4);
  visit(
    scene,
    habitsOf(scene, 'hit_and_run', {
      visitor: () =>
        people.person({
          ip: random.pick(pool),
          userAgent: random.pick(agents),
          isDisposable: random.chance(disposable),
        }),
      moment: () => opens + random.between(0, hours) * HOUR_SECONDS * SECOND_MS,
      takenS: () => random.about(random.between(2, 8) * MINUTE_SECONDS, 0.7),
      idle: random.between(0, 6),
      traits: { chargedBack: random.between(0.4, 0.9) },
    }),
  );
};

/** How a hidden element loads a link. */
const hidden = (scene: Scene, opensPage: number) => (): Manner => {
  const { random } = scene;
  if (random.chance(opensPage)) return 'page';
  return random.chance(0.6) ? 'image' : 'frame';
};

/** Loads links in visitors' browsers without their knowledge, and waits for what they order. */
function stuff(scene: Scene, attack: NewAttackName, moment = anyMoment(scene)): void {
  const { random } = scene;
  const soon = random.between(0.05, 0.5);
  visit(
    scene,
    habitsOf(scene, attack, {
      moment,
      manner: hidden(scene, random.between(0, 0.5)),
      takenS: () =>
        random.chance(soon)
          ? random.between(0.2, 24) * HOUR_SECONDS
          : random.between(1, 15) * DAY_SECONDS,
      cartBefore: 0.02,
      ledBefore: random.between(0.2, 0.8),
      idle: random.between(15, 80),
    }),
  );
}

const blendedStuffing: Crew = (scene) => {
  genuine(scene, Math.round(scene.orders * scene.random.between(1, 5)));
  stuff(scene, 'blended_stuffing');
};

/** Small orders in quick series, to learn which stolen cards work. */
const carding: Crew = (scene) => {
  const { random, people } = scene;
  const place = () => random.pick([people.homeIp, people.vpnIp, people.centreIp])();
  const chargedBack = random.between(0.3, 0.8);
  const keepsCookie = random.between(0, 0.5);
  for (let left = scene.orders; left > 0;) {
    const inSession = Math.min(left, random.int(3, 12));
    const opens = anyMoment(scene)();
    const minutes = random.between(10, 90);
    const device = people.person({ ip: place() });
    visit(
      scene,
      habitsOf(scene, 'carding', {
        visitor: () => alike(scene, device, keepsCookie),
        moment: () => opens + random.between(0, minutes) * MINUTE_SECONDS * SECOND_MS,
        takenS: () => random.about(random.between(25, 150), 0.5),
        idle: random.between(0, 2),
        buyer: () => (random.chance(0.3) ? { country: people.otherCountry() } : {}),
        traits: { chargedBack, typicalMinor: random.between(150, 1_500) },
      }),
      inSession,
    );
    left -= inSession;
  }
};

/** Puts a click in front of orders that others have brought about. */
function overwrite(scene: Scene, attack: NewAttackName, moment = anyMoment(scene)): void {
  const { random } = scene;
  const medianS = random.between(8, 100);
  const opensPage = random.between(0.3, 1);
  visit(
    scene,
    habitsOf(scene, attack, {
      moment,
      takenS: () => random.about(medianS, 0.5),
      manner: () => (random.chance(opensPage) ? 'page' : 'silent'),
      cartBefore: 1,
      ledBefore: random.between(0.4, 0.9),
      idle: random.between(0, 4),
    }),
  );
}

/** An account that earns trust before it cheats. */
const sleeper: Crew = (scene) => {
  const { random, people, start, days } = scene;
  const wakes = random.between(10, 18);
  genuine(scene, random.int(15, 40), wakes);
  const moment = () => start + random.between(wakes, days) * DAY_SECONDS * SECOND_MS;
  const drawn = random.next();
  if (drawn < 0.33) stuff(scene, 'sleeper', moment);
  else if (drawn < 0.66) overwrite(scene, 'sleeper', moment);
  else {
    const devices = several(random, [2, 6], () => people.person({ ip: people.homeIp() }));
    const visitor = () => alike(scene, random.pick(devices), 0.2);
    visit(scene, habitsOf(scene, 'sleeper', { visitor, moment }));
  }
};

/** Harms a rival by what is bound to look like fraud, at the rival's link. */
const rivalBombing: Crew = (scene) => {
  const { random, people, recorder, others, victims } = scene;
  const rivalId = random.pick(others);
  const rival = { ...scene, affiliateIds: [rivalId] };
  victims.add(rivalId);
  const moment = anyMoment(scene);
  const fromCentre = random.between(0, 1);
  const agents = several(random, [1, 5], people.agent);
  const manner = hidden(scene, random.between(0, 0.5));
  for (let clicks = random.int(300, 3_000); clicks > 0; clicks -= 1) {
    const given = random.chance(fromCentre)
      ? { ip: people.centreIp(), userAgent: random.pick(agents) }
      : {};
    recorder.click(rivalId, people.person(given), moment(), { manner: manner() });
  }
  const devices = several(random, [1, 3], () => people.person({ ip: people.homeIp() }));
  visit(
    rival,
    habitsOf(rival, 'rival_bombing', {
      visitor: () => ({
        ...alike(rival, random.pick(devices), 0.3),
        isDisposable: random.chance(0.3),
      }),
      takenS: () => random.about(3 * MINUTE_SECONDS, 0.8),
      idle: 1,
    }),
  );
};

/** Draws a crew's month: its orders are marked with the attack's name. */
export const crews: Readonly<Record<NewAttackName, Crew>> = {
  account_ring: accountRing,
  hit_and_run: hitAndRun,
  blended_stuffing: blendedStuffing,
  carding,
  sleeper,
  residential_farm: residentialFarm,
  checkout_overwrite: (scene) => overwrite(scene, 'checkout_overwrite'),
  rival_bombing: rivalBombing,
  lead_farm: leadFarm,
  collusive_returns: collusiveReturns,
};
