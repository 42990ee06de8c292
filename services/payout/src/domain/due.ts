import { type Deps } from '../deps.ts';
import { type Payout } from './payout.ts';

const RESTING: ReadonlySet<Payout['step']> = new Set([
  'held',
  'completed',
  'failed',
  'void',
  'reversed',
]);

/** Work for the next worker that comes by. */
export const dueNow = ({ clock }: Pick<Deps, 'clock'>): Date => clock.now();

/** `ms` from now. */
export const dueIn = ({ clock }: Pick<Deps, 'clock'>, ms: number): Date =>
  new Date(clock.now().getTime() + ms);

/** When the next step is due: at once, except for what waits for the provider or for nothing. */
export function dueAfter(
  deps: Pick<Deps, 'clock' | 'lookMs'>,
  { step, groupKey }: Pick<Payout, 'step' | 'groupKey'>,
): Date | null {
  if (RESTING.has(step)) return null;
  // Its batch gives it to the provider.
  if (step === 'submitting' && groupKey !== null) return null;
  return step === 'sent' ? dueIn(deps, deps.lookMs) : dueNow(deps);
}
