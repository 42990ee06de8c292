import { aConversion } from '@tributary/testing';
import { evidenceFor, orderEvidence } from '../../testing/evidence.ts';
import { disposableEmail } from './disposable-email.ts';

const valueOf = (isDisposableEmail: boolean | null) =>
  disposableEmail.evaluate(
    evidenceFor(aConversion({ evidence: orderEvidence({ isDisposableEmail }) })),
    {},
  ).value;

describe('disposable_email', () => {
  it('is 1 for a disposable mailbox, 0 for another and not available without one', () => {
    expect([true, false, null].map(valueOf)).toEqual([1, 0, null]);
  });
});
