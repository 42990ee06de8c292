import { nextStepDueAt } from './due.ts';
import { type Step } from './payout.ts';

const now = new Date('2026-05-01T12:00:00.000Z');
const dueAt = (step: Step, groupKey: string | null = null) =>
  nextStepDueAt({ step, groupKey }, { now, pollIntervalMs: 2_000 });

it('is now while a step is left to take', () => {
  expect([dueAt('submitting'), dueAt('settling'), dueAt('voiding')]).toEqual([now, now, now]);
});

it('is after the poll interval where the provider has the payment, as a callback usually comes first', () => {
  expect(dueAt('sent')).toEqual(new Date('2026-05-01T12:00:02.000Z'));
});

it('is never where nothing is left to do, or where the batch submits the payout', () => {
  expect([dueAt('held'), dueAt('completed'), dueAt('failed')]).toEqual([null, null, null]);
  expect(dueAt('submitting', 'batch')).toBeNull();
});
