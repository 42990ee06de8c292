/** The bulk review of a thousand conversions: two calls at once, as one call reviews at most 500. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench } from './bench.ts';
import { type Target } from './target.ts';

/** So many are posted. */
export const CONVERSIONS = 1_000;
const PER_CALL = 500;
const POSTED_AT_ONCE = 32;
const ASSESSED_WITHIN_MS = 60_000;

/** Posts orders. @returns the ids of their conversions */
export async function postOrders(
  { fixture }: Bench,
  { url, headers }: Pick<Target, 'url' | 'headers'>,
) {
  const ids: string[] = [];
  const post = async (): Promise<void> => {
    while (ids.length < CONVERSIONS) {
      const at = ids.push('') - 1;
      const order = fixture.nextOrder();
      const request = { method: 'POST', body: order.body };
      const answer = await fetch(url, {
        ...request,
        headers: { ...headers?.(), ...order.headers },
      });
      ids[at] = ((await answer.json()) as { data: { conversion_id: string } }).data.conversion_id;
    }
  };
  await Promise.all(Array.from({ length: POSTED_AT_ONCE }, post));
  return ids;
}

/** Waits until the conversions have been assessed, as those that a person reviews have been. */
export async function untilAssessed({ mongo, namespace, fixture }: Bench): Promise<void> {
  const until = performance.now() + ASSESSED_WITHIN_MS;
  const conversions = mongo.useDb(`${namespace}tributary_tracking`).collection('conversions');
  const waiting = { campaignId: fixture.campaignId, assessedAt: null };
  while ((await conversions.countDocuments(waiting)) > 0 && performance.now() < until) {
    await pause(200);
  }
}

interface Reviewed {
  readonly data: { readonly processed: number; readonly failed: number };
}

async function review({ system, fixture }: Bench, ids: readonly string[]): Promise<number> {
  const answer = await fetch(`${system.baseUrl}/api/brand/conversions/bulk-review`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${fixture.brandToken}`,
    },
    body: JSON.stringify({ conversion_ids: ids, decision: 'approved' }),
  });
  if (answer.status !== 200) return 0;
  return ((await answer.json()) as Reviewed).data.processed;
}

/** Approves all in two calls at once. @returns how many were */
export async function reviewAll(bench: Bench, ids: readonly string[]): Promise<number> {
  const counts = await Promise.all([
    review(bench, ids.slice(0, PER_CALL)),
    review(bench, ids.slice(PER_CALL)),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

export async function measureReview(
  bench: Bench,
  intake: Pick<Target, 'url' | 'headers'>,
): Promise<void> {
  const { runOptions, scorecard } = bench;
  const times: number[] = [];
  let reviewed = 0;
  for (let round = 0; round < runOptions.repetitions; round += 1) {
    const ids = await postOrders(bench, intake);
    await untilAssessed(bench);
    const startedAt = performance.now();
    reviewed += await reviewAll(bench, ids);
    times.push((performance.now() - startedAt) / 1_000);
  }
  const value = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  const expected = CONVERSIONS * runOptions.repetitions;
  const wrong = reviewed === expected ? undefined : `${String(reviewed)} of ${String(expected)}`;
  scorecard.record('review', { product: `${value.toFixed(2)} s`, value, wrong });
}
