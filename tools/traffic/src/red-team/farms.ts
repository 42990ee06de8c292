import { MINUTE_SECONDS } from '@tributary/units';
import { type NewAttackName } from '../names.ts';
import { type Person } from '../people.ts';
import { alike, anyMoment, type Habits, type Scene, several, visit } from './scene.ts';

/** Customers whom a crew invents; what is special about them is given. */
export const habitsOf = (scene: Scene, attack: NewAttackName, given: Partial<Habits>): Habits => ({
  visitor: () => scene.people.person(),
  takenS: () => scene.random.about(6 * MINUTE_SECONDS, 0.9),
  moment: anyMoment(scene),
  idle: scene.random.between(0, 10),
  cartBefore: scene.random.between(0, 0.1),
  ledBefore: 0,
  ...given,
  traits: { attack, ...given.traits },
});

/** Browsers that differ each time, behind many homes' connections. */
export const residentialFarm = (scene: Scene): void => {
  const { random, people } = scene;
  const size = Math.max(4, Math.round(scene.orders / random.between(1.5, 5)));
  const pool = Array.from({ length: size }, people.homeIp);
  const elsewhere = random.between(0.03, 0.25);
  visit(
    scene,
    habitsOf(scene, 'residential_farm', {
      visitor: () => people.person({ ip: random.pick(pool), isDisposable: random.chance(0.05) }),
      buyer: () => (random.chance(elsewhere) ? { country: people.otherCountry() } : {}),
      idle: random.between(2, 15),
      traits: { refunded: random.between(0.15, 0.6), typicalMinor: random.between(4_000, 15_000) },
    }),
  );
};

/** Paid workers of a few rooms abroad who fill in forms. */
export const leadFarm = (scene: Scene): void => {
  const { random, people } = scene;
  const rooms = several(random, [1, 4], people.homeIp);
  const throughVpn = random.between(0, 0.7);
  const country = people.otherCountry();
  const workers = several(random, [5, 25], (): Person => {
    const isHidden = random.chance(throughVpn);
    const ip = isHidden ? people.vpnIp() : random.pick(rooms);
    return people.person({ ip, country: isHidden ? 'DE' : country });
  });
  visit(
    scene,
    habitsOf(scene, 'lead_farm', {
      visitor: () => alike(scene, random.pick(workers), 0.3),
      takenS: () => random.about(random.between(60, 300), 0.5),
      idle: random.between(0, 5),
      traits: { type: 'lead' },
    }),
  );
};

/** Friends of the account who order, and send back when the commission is paid or nearly so. */
export const collusiveReturns = (scene: Scene): void => {
  const { random, people } = scene;
  const friends = several(random, [4, 15], () => people.person());
  const others = random.between(0, 0.4);
  visit(
    scene,
    habitsOf(scene, 'collusive_returns', {
      visitor: () => {
        const friend = random.pick(friends);
        return random.chance(others) ? { ...friend, email: people.email() } : friend;
      },
      idle: random.between(2, 12),
      traits: { refunded: random.between(0.6, 0.95), typicalMinor: random.between(8_000, 25_000) },
    }),
  );
};
