import { SECOND_MS } from '@tributary/units';
import { type Payout } from './payout.ts';

/** Steps that end a payout's course, or wait for a person. */
const TERMINAL: ReadonlySet<Payout['step']> = new Set([
  'held',
  'completed',
  'failed',
  'void',
  'reversed',
]);

interface NextStepTiming {
  readonly now: Date;
  /** How long to wait for a provider's callback before polling the provider. */
  readonly pollIntervalMs: number;
}

/** When the next step is due: at once, unless it waits for the provider or there is none. */
export function nextStepDueAt(
  { step, groupKey }: Pick<Payout, 'step' | 'groupKey'>,
  { now, pollIntervalMs }: NextStepTiming,
): Date | null {
  if (TERMINAL.has(step)) return null;
  // Its batch submits it to the provider.
  if (step === 'submitting' && groupKey !== null) return null;
  return step === 'sent' ? after(now, pollIntervalMs) : now;
}

/** The waits between attempts of a step that fails, or whose result is awaited. */
export const backOffFrom = (firstMs: number) => ({ firstMs, maxMs: 30 * SECOND_MS });

/** `ms` after a time. */
export const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
