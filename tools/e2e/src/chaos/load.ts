import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@tributary/testing';
import { errorCodeOf } from '../calls-of-every-service.ts';
import { type Answer, BROWSER, type Client, type Fixture, follow, order } from '../client.ts';
import { isFailure } from './report.ts';

const PER_REVIEW = 50;
const ANSWER_WITHIN_MS = 180_000;

export type Kind = 'visit' | 'order' | 'approval';

/** One attempt of a call. */
export interface Attempt {
  readonly kind: Kind;
  /** When it began, by the monotonic clock, ms. */
  readonly at: number;
  readonly ms: number;
  /** 0 where the connection failed. */
  readonly status: number;
  /** Of a failure: the code of its error, or why there was no answer. */
  readonly reason: string | undefined;
  /** Whether a failure states when to try again. */
  readonly hasRetryAfter: boolean;
}

/** Whether a call is a visit or an order; an approval is one of up to fifty orders, and takes longer. */
export const isShort = ({ kind }: Attempt): boolean => kind !== 'approval';

/** What the system has acknowledged, and each attempt. */
export interface Acknowledged {
  readonly clicks: Set<string>;
  readonly conversions: Set<string>;
  readonly approved: Set<string>;
  readonly attempts: Attempt[];
}

/** Visits, orders and approvals, each repeated until it is answered. */
export interface Load {
  readonly known: Acknowledged;
  readonly visit: () => Promise<void>;
  /** @param number names the order */
  readonly buy: (number: number) => Promise<void>;
  /** Approves a part of what is ordered and not approved yet. */
  readonly approve: () => Promise<void>;
  readonly waiting: () => number;
}

/** The code of a failed connection, or what else failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}

/** @param prefix of the order ids */
export async function openLoad(client: Client, fixture: Fixture, prefix: string): Promise<Load> {
  const known: Acknowledged = {
    clicks: new Set(),
    conversions: new Set(),
    approved: new Set(),
    attempts: [],
  };
  const { brand, trackingCode } = fixture;
  const queue: string[] = [];
  // A busy system may not know a new link yet.
  const first = await eventually(() => follow(client, trackingCode));
  known.clicks.add(first);

  const attempt = async (kind: Kind, call: () => Promise<Answer>): Promise<Answer | undefined> => {
    const at = performance.now();
    let reason: string | undefined;
    const answer = await call().catch((error: unknown) => {
      reason = reasonOf(error);
      return undefined;
    });
    known.attempts.push({
      kind,
      at,
      ms: performance.now() - at,
      status: answer?.status ?? 0,
      reason: answer !== undefined && isFailure(answer) ? errorCodeOf(answer) : reason,
      hasRetryAfter: answer?.headers.has('retry-after') ?? false,
    });
    return answer;
  };
  const answered = async (kind: Kind, call: () => Promise<Answer>): Promise<Answer> => {
    const until = performance.now() + ANSWER_WITHIN_MS;
    for (;;) {
      const answer = await attempt(kind, call);
      if (answer !== undefined && !isFailure(answer)) return answer;
      if (performance.now() > until) throw new Error('The system did not come back');
      await pause(100);
    }
  };
  return {
    known,
    visit: async () => {
      const { headers } = await answered('visit', () =>
        client.call('GET', `/r/${trackingCode}`, { headers: { 'user-agent': BROWSER } }),
      );
      const landing = new URL(headers.get('location') ?? '');
      known.clicks.add(landing.searchParams.get('click_id') ?? '');
    },
    buy: async (number) => {
      const call = order(first, `${prefix}-${String(number)}`, '10.00');
      const { body } = await answered('order', () =>
        client.call('POST', '/api/track/conversion', call),
      );
      const id: string = body.data.conversion_id;
      if (!known.conversions.has(id)) queue.push(id);
      known.conversions.add(id);
    },
    approve: async () => {
      // Those that are not assessed yet come back into the queue.
      const conversion_ids = queue.splice(0, PER_REVIEW);
      if (conversion_ids.length === 0) return;
      const body = { conversion_ids, decision: 'approved' };
      const answer = await answered('approval', () =>
        client.call('POST', '/api/brand/conversions/bulk-review', { token: brand.token, body }),
      );
      if (answer.status === 401) await client.signIn(brand);
      const results: { id: string }[] = answer.status === 200 ? answer.body.data.results : [];
      for (const { id } of results) known.approved.add(id);
      queue.push(...conversion_ids.filter((id) => !known.approved.has(id)));
    },
    waiting: () => queue.length,
  };
}

/** Calls per second of each kind. */
export type Rates = Readonly<Record<Kind, number>>;

/** What a system of two cores has time for while it recovers. */
export const RATES: Rates = { visit: 10, order: 5, approval: 1 };

/** No limits for one address, and short leases: a killed worker's deliveries wait until its lease expires. */
export const SETTINGS_UNDER_LOAD = {
  RATE_LIMIT_API_PER_MINUTE: '0',
  WEBHOOK_LEASE_SECONDS: '3',
} as const;

/** Loops of each kind: as many calls wait at the same time at most. */
const LOOPS: Rates = { visit: 16, order: 8, approval: 2 };

/** Every tenth order is sent once more, as shops do. */
const DUPLICATE_EVERY = 10;

/** Keeps a system busy until `isOver`, then approves what is left. */
export async function keepBusy(load: Load, rates: Rates, isOver: () => boolean): Promise<void> {
  let number = 0;
  const buy = async (): Promise<void> => {
    number += 1;
    const id = number;
    await load.buy(id);
    if (id % DUPLICATE_EVERY === 0) await load.buy(id);
  };
  const work = { visit: load.visit, order: buy, approval: load.approve };
  const loop = async (kind: Kind): Promise<void> => {
    const everyMs = (1_000 * LOOPS[kind]) / rates[kind];
    while (!isOver()) {
      const begun = performance.now();
      await work[kind]();
      await pause(Math.max(0, everyMs - (performance.now() - begun)));
    }
  };
  const kinds = Object.keys(work) as Kind[];
  await Promise.all(kinds.flatMap((kind) => Array.from({ length: LOOPS[kind] }, () => loop(kind))));
  await approveRest(load);
}

const REVIEWED_WITHIN_MS = 300_000;

/** Approves what is ordered, as soon as it is assessed. */
export async function approveRest(load: Load): Promise<void> {
  const until = performance.now() + REVIEWED_WITHIN_MS;
  while (load.waiting() > 0 && performance.now() < until) {
    const before = load.waiting();
    await load.approve();
    if (load.waiting() === before) await pause(100);
  }
}
