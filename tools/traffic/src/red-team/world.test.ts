import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clickRow, conversionSnapshot } from '@tributary/contracts';
import { segmentNames, newAttackNames } from '../names.ts';
import { inventRedTeamTraffic } from './world.ts';

const start = new Date('2026-05-01T00:00:00.000Z');
const invent = (segment: (typeof segmentNames)[number], attack: (typeof newAttackNames)[number]) =>
  inventRedTeamTraffic({
    seed: 5,
    segment,
    attack,
    start,
    orders: 60,
    hashEmail: (text) => `hash of ${text}`,
  });

describe('traffic of the red team', () => {
  it('is what it was before the rules changed, so that it was not fitted to them', () => {
    const files = ['scene.ts', 'segments.ts', 'farms.ts', 'crews.ts', 'world.ts'];
    const hash = createHash('sha256');
    for (const file of files) hash.update(readFileSync(join(import.meta.dirname, file)));
    expect(hash.digest('hex')).toBe(
      '8cc07d24d7b8c3601cd73aeee97504cddb4b993b49184b06c425cc716b24a786',
    );
    const { world } = invent('campus', 'account_ring');
    const events = JSON.stringify([world.clicks, world.conversions, world.refunds]);
    expect(createHash('sha256').update(events).digest('hex')).toBe(
      'b9bc48b6b53597aeab4663ded467364435be3a3644816ff3f2bc6c6e58e861da',
    );
  });

  it.each(segmentNames)('marks the honest orders of %s', (segment) => {
    const { world, truth } = invent(segment, 'carding');
    expect(new Set(truth.segments.values())).toEqual(new Set([segment]));
    expect([...truth.segments.keys()].some((id) => truth.attacks.has(id))).toBe(false);
    for (const click of world.clicks.slice(0, 50)) clickRow.parse(click);
    for (const conversion of world.conversions) conversionSnapshot.parse(conversion);
  });

  it.each(newAttackNames)('marks the orders of %s, and names it in no event', (attack) => {
    const { world, truth } = invent('office', attack);
    expect(new Set(truth.attacks.values())).toEqual(new Set([attack]));
    expect(truth.attacks.size).toBeLessThan(world.conversions.length);
    const events = JSON.stringify(world);
    for (const name of [...newAttackNames, ...segmentNames])
      expect(events).not.toContain(`"${name}`);
  });

  it.each(['blended_stuffing', 'checkout_overwrite', 'rival_bombing', 'sleeper'] as const)(
    'names the honest affiliates whom %s harms',
    (attack) => {
      const { truth } = invent('office', attack);
      for (const victim of truth.victims) expect(truth.honestAffiliates).toContain(victim);
      if (attack !== 'sleeper') expect(truth.victims.size).toBeGreaterThan(0);
    },
  );
});
