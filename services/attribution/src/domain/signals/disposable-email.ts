import { absent, notAvailable, present } from '../finding.ts';
import { defineSignal } from '../signal.ts';

export const disposableEmail = defineSignal({
  name: 'disposable_email',
  description: 'The customer used a throw-away e-mail address',
  cause: 'mailbox',
  changedIn: 7,
  weight: 0.35,
  thresholds: {},
  needs: ['conversion'],
  evaluate: ({ conversion: { evidence } }) => {
    const isDisposable = evidence?.isDisposableEmail ?? null;
    if (isDisposable === null) return notAvailable('the order names no e-mail address');
    return isDisposable
      ? present('The customer’s mailbox is a throw-away one')
      : absent('The customer’s mailbox is no known throw-away one');
  },
});
