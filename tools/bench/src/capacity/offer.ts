import { setTimeout as pause } from 'node:timers/promises';

/** One call, from the moment at which it was due. */
export interface Call {
  /** Since the begin of the load, s. */
  readonly atS: number;
  /** Includes the wait until it could be sent. */
  readonly ms: number;
  readonly isGood: boolean;
}

/** @param drawn between 0 and 1. @returns the wait until the next arrival of a Poisson process, s */
const untilNext = (perSecond: number, drawn: number): number => -Math.log(1 - drawn) / perSecond;

/**
 * Makes calls at random moments, whatever the answers take, as visitors come.
 * @param random draws between 0 and 1
 * @param call resolves with whether it was answered as expected
 * @returns all calls, when the last is answered
 */
export async function offer(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  random: () => number,
  call: () => Promise<boolean>,
): Promise<readonly Call[]> {
  const calls: Promise<Call>[] = [];
  const begun = performance.now();
  const since = (): number => (performance.now() - begun) / 1_000;
  const make = async (atS: number): Promise<Call> => {
    const isGood = await call().catch(() => false);
    return { atS, ms: (since() - atS) * 1_000, isGood };
  };
  let dueS = untilNext(perSecond, random());
  while (dueS < seconds) {
    for (; dueS < Math.min(since(), seconds); dueS += untilNext(perSecond, random()))
      calls.push(make(dueS));
    await pause(Math.max(1, (dueS - since()) * 1_000));
  }
  return Promise.all(calls);
}
