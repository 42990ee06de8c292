import type { Clock } from '../clock.ts';
import type { Fault, Faults } from '../faults/faults.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { Timers } from '../timers.ts';
import type { CallbackEvent, Delivery } from './event-log.ts';
import { createHolding } from './holding.ts';
import { createWorkQueue } from './work-queue.ts';

export type CallbackSenderDeps = Readonly<{
  /** The name by which `POST /faults` means these callbacks. */
  target: string;
  url: () => string;
  /** The headers that prove where the raw body comes from, made for each attempt. */
  sign: (rawBody: string, at: Date) => Readonly<Record<string, string>>;
  /** Called after each attempt. */
  onAttempt: (id: string, delivery: Delivery) => void;
  settings: Settings;
  faults: Faults;
  timers: Timers;
  clock: Clock;
  log: Log;
}>;

export type CallbackSender = Readonly<{
  /** Delivers the event until the other side answers 2xx, within the limits below. */
  send(event: CallbackEvent): void;
  /** Delivers what an earlier run of the sandbox left undelivered, without faults. */
  resume(event: CallbackEvent): void;
  close(): void;
}>;

const MAX_ATTEMPTS = 100;
const MAX_BACK_OFF_MS = 30_000;
const ANSWER_TIMEOUT_MS = 10_000;
const MAX_IN_FLIGHT = 16;
const DEFAULT_REORDER_MS = 2000;

type Job = Readonly<{ event: CallbackEvent; attempt: number; isDuplicate: boolean }>;

export function openCallbackSender(deps: CallbackSenderDeps): CallbackSender {
  const { timers } = deps;
  const holding = createHolding(timers);
  const closed = new AbortController();
  const queue = createWorkQueue<Job>(MAX_IN_FLIGHT, async (job) => {
    const succeeded = await post(deps, job.event, closed.signal);
    if (closed.signal.aborted) return;
    if (!job.isDuplicate) afterAttempt(job, succeeded);
    holding.release();
  });

  function afterAttempt({ event, attempt }: Job, succeeded: boolean): void {
    const next = decideAfterAttempt(attempt, succeeded, deps.settings.callback_retry_base_ms);
    deps.onAttempt(event.id, { state: next.state, attempts: attempt });
    if (next.state === 'given_up') {
      deps.log.warn({ event: event.id, type: event.type }, 'a callback was given up');
    }
    if (next.state !== 'pending') return;
    const again = { event, attempt: attempt + 1, isDuplicate: false };
    timers.after(next.retryInMs, () => queue.add(again));
  }

  function sendWith(fault: Fault | undefined, event: CallbackEvent): void {
    const job: Job = { event, attempt: 1, isDuplicate: false };
    switch (fault?.mode) {
      case 'drop_callback':
        deps.onAttempt(event.id, { state: 'given_up', attempts: 0 });
        return;
      case 'reorder_callbacks':
        holding.hold(() => queue.add(job), fault.ms ?? DEFAULT_REORDER_MS);
        return;
      case 'delay':
        timers.after(fault.ms ?? 0, () => queue.add(job));
        return;
      case 'duplicate_callback':
        queue.add({ ...job, isDuplicate: true });
    }
    queue.add(job);
  }

  return {
    send: (event) => {
      const fault = deps.faults.next(deps.target, () => JSON.stringify(event.payload));
      sendWith(fault, event);
    },
    resume: (event) => sendWith(undefined, event),
    close: () => {
      queue.close();
      closed.abort();
    },
  };
}

type AfterAttempt =
  | Readonly<{ state: 'delivered' | 'given_up' }>
  | Readonly<{ state: 'pending'; retryInMs: number }>;

/** Doubling pauses up to a bound, for as many attempts as a long outage of the other side takes. */
export function decideAfterAttempt(
  attempt: number,
  succeeded: boolean,
  baseMs: number,
): AfterAttempt {
  if (succeeded) return { state: 'delivered' };
  if (attempt >= MAX_ATTEMPTS) return { state: 'given_up' };
  const retryInMs = Math.min(MAX_BACK_OFF_MS, baseMs * 2 ** Math.min(attempt - 1, 30));
  return { state: 'pending', retryInMs };
}

async function post(
  deps: CallbackSenderDeps,
  event: CallbackEvent,
  closed: AbortSignal,
): Promise<boolean> {
  const rawBody = JSON.stringify(event.payload);
  try {
    const response = await fetch(deps.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...deps.sign(rawBody, deps.clock.now()) },
      body: rawBody,
      redirect: 'manual',
      signal: AbortSignal.any([closed, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    // Only the status of the answer counts; an unread body would hold the connection.
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
