import type { Clock } from '../clock.ts';
import type { Fault, Faults } from '../faults/faults.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { Timers } from '../timers.ts';
import type { CallbackEvent, Delivery } from './event-log.ts';

export type CallbackSenderDeps = Readonly<{
  /** The name by which `POST /faults` means these callbacks. */
  target: string;
  url: () => string;
  /** The headers that prove where the raw body comes from, made anew for each attempt. */
  sign: (rawBody: string, at: Date) => Readonly<Record<string, string>>;
  /** Told of each attempt; persists the last one. */
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
  /** Delivers what an earlier run of the sandbox left undelivered: no fault is asked for. */
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
  const waiting: Job[] = [];
  const held = new Set<() => void>();
  const closed = new AbortController();
  let inFlight = 0;

  function enqueue(job: Job): void {
    waiting.push(job);
    pump();
  }

  function pump(): void {
    while (inFlight < MAX_IN_FLIGHT && !closed.signal.aborted) {
      const job = waiting.shift();
      if (!job) return;
      inFlight += 1;
      void run(job);
    }
  }

  async function run(job: Job): Promise<void> {
    const succeeded = await post(deps, job.event, closed.signal);
    inFlight -= 1;
    if (closed.signal.aborted) return;
    if (!job.isDuplicate) afterAttempt(job, succeeded);
    releaseHeld();
    pump();
  }

  function afterAttempt({ event, attempt }: Job, succeeded: boolean): void {
    const next = decideAfterAttempt(attempt, succeeded, deps.settings.callback_retry_base_ms);
    deps.onAttempt(event.id, { state: next.state, attempts: attempt });
    if (next.state === 'given_up') {
      deps.log.warn({ event: event.id, type: event.type }, 'a callback was given up');
    }
    if (next.state !== 'pending') return;
    deps.timers.after(next.retryInMs, () => {
      enqueue({ event, attempt: attempt + 1, isDuplicate: false });
    });
  }

  function releaseHeld(): void {
    for (const release of [...held]) release();
  }

  function hold(job: Job, ms: number): void {
    const release = (): void => {
      if (held.delete(release)) enqueue(job);
    };
    held.add(release);
    deps.timers.after(ms, release);
  }

  function sendWith(fault: Fault | undefined, event: CallbackEvent): void {
    const job: Job = { event, attempt: 1, isDuplicate: false };
    if (fault?.mode === 'drop_callback') {
      deps.onAttempt(event.id, { state: 'given_up', attempts: 0 });
    } else if (fault?.mode === 'delay') {
      deps.timers.after(fault.ms ?? 0, () => {
        enqueue(job);
      });
    } else if (fault?.mode === 'reorder_callbacks') {
      hold(job, fault.ms ?? DEFAULT_REORDER_MS);
    } else {
      enqueue(job);
      if (fault?.mode === 'duplicate_callback') enqueue({ ...job, isDuplicate: true });
    }
  }

  return {
    send: (event) => {
      sendWith(deps.faults.next(deps.target), event);
    },
    resume: (event) => {
      sendWith(undefined, event);
    },
    close: () => {
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
    // Whatever the answer says, only its status counts; an unread body would hold the connection.
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
