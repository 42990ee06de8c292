import { DAY_MS } from '@tributary/units';
import { campaignOf, userOf } from './accounts.ts';
import { attack } from './attacks.ts';
import { goHonestly, kinds } from './honest.ts';
import {
  type AnyAttackName,
  type AttackName,
  attackNames,
  type SegmentName,
  segmentNames,
  type Form,
  type NewAttackName,
  newAttackNames,
} from './names.ts';
import { networkList, openPeople } from './people.ts';
import { openRandom } from './random.ts';
import { openRecorder } from './recorder.ts';

export { inventRedTeamTraffic, type RedTeamTraffic } from './red-team/world.ts';
export { attackNames, segmentNames, networkList, newAttackNames };
export type { AnyAttackName, AttackName, SegmentName, Form, NewAttackName };

const DAYS = 30;

export interface TrafficOptions {
  readonly seed: number;
  readonly form: Form;
  /** Midnight, UTC, of the first day. */
  readonly start: Date;
  /** How long the world lasts; default 30. */
  readonly days?: number;
  /** As customers' addresses are hashed at intake. */
  readonly hashEmail: (text: string) => string;
  /** Affiliates of each honest kind and each attack, and orders of each; smaller for tests. */
  readonly size?: {
    readonly honest: number;
    readonly attackers: number;
    readonly honestOrders: number;
    readonly attackOrders: number;
  };
}

const FULL = { honest: 10, attackers: 3, honestOrders: 40, attackOrders: 26 } as const;

/**
 * A generated month of a shop's traffic: 60 honest affiliates of six kinds, three of each of eight attacks.
 * `world` holds the events that the platform would have recorded. `truth` marks the attacks among them;
 * only the evaluation of the scores may read it.
 */
export function inventTraffic({
  seed,
  form,
  start,
  hashEmail,
  days = DAYS,
  size = FULL,
}: TrafficOptions) {
  const random = openRandom(seed * 2 + (form === 'plain' ? 0 : 1));
  const people = openPeople(random);
  const campaign = campaignOf(random.id(), random.id(), start);
  const end = new Date(start.getTime() + days * DAY_MS);
  const recorder = openRecorder(random, campaign, { start, end, hashEmail });
  const account = () => ({ affiliateId: random.id(), email: people.email(), ip: people.homeIp() });
  const honest = kinds.flatMap((kind) =>
    Array.from({ length: size.honest }, () => ({ ...account(), kind })),
  );
  const attackers = attackNames.flatMap((name) =>
    Array.from({ length: size.attackers }, () => ({ ...account(), name })),
  );
  const others = honest.map(({ affiliateId }) => affiliateId);
  const street = { random, people, recorder, start: start.getTime(), days, others };
  for (const { affiliateId, kind } of honest) {
    const orders = Math.max(5, Math.round(random.about(size.honestOrders, 0.4)));
    goHonestly(street, affiliateId, kind, orders);
  }
  for (const { name, ...own } of attackers) {
    const orders = Math.max(5, Math.round(random.about(size.attackOrders, 0.3)));
    attack(name, form, { ...street, ...own, orders });
  }
  const accounts = [...honest, ...attackers];
  return {
    world: {
      campaign,
      days,
      users: accounts.map(({ affiliateId, email }) => userOf(affiliateId, email, start)),
      signIns: accounts.map(({ affiliateId, ip }) => ({ userId: affiliateId, ip, at: start })),
      clicks: recorder.clicks,
      conversions: recorder.conversions,
      refunds: recorder.refunds,
    },
    truth: {
      /** By conversion; honest ones are not in it. */
      attacks: recorder.attacks,
      honestAffiliates: new Set(others),
    },
  };
}
export type Traffic = ReturnType<typeof inventTraffic>;
