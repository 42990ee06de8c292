import {
  paymentCompleted,
  paymentFailed,
  paymentInitiated,
  paymentProcessing,
  paymentRefunded,
  payoutBatchCompleted,
  payoutBatchCreated,
  payoutBatchFailed,
  payoutBatchProcessing,
  payoutCompleted,
  payoutFailed,
  payoutHeld,
  type PayoutSnapshot,
} from '@tributary/contracts';
import { amountText } from './amount-text.ts';
import { silent, trigger } from './trigger.ts';

const aboutPayout = ({ payoutId, affiliateId }: PayoutSnapshot) => ({
  type: 'payout_processed' as const,
  entityType: 'payout',
  entityId: payoutId,
  recipients: [affiliateId],
});

const parametersOf = ({ amountMinor, netMinor, currency, referenceNumber }: PayoutSnapshot) => ({
  amount: amountText(amountMinor, currency),
  netAmount: amountText(netMinor, currency),
  reference: referenceNumber,
});

export const payoutTriggers = [
  silent(paymentInitiated, 'payout_processed reports the result'),
  silent(paymentProcessing, 'payout_processed reports the result'),
  silent(paymentCompleted, 'payout_processed reports the result'),
  silent(paymentFailed, 'payout_processed reports the result'),
  trigger(paymentRefunded, (payout, { texts }) => [
    { ...aboutPayout(payout), priority: 'high', ...texts.payoutRefunded(parametersOf(payout)) },
  ]),
  trigger(payoutCompleted, (payout, { texts }) => [
    { ...aboutPayout(payout), priority: 'normal', ...texts.payoutCompleted(parametersOf(payout)) },
  ]),
  trigger(payoutFailed, (payout, { texts }) => [
    { ...aboutPayout(payout), priority: 'high', ...texts.payoutFailed(parametersOf(payout)) },
  ]),
  trigger(payoutHeld, (payout, { texts }) => [
    {
      ...aboutPayout(payout),
      type: 'security_alert',
      priority: 'urgent',
      ...texts.payoutHeld({
        ...parametersOf(payout),
        reasons: payout.reasons.map(({ explanation }) => explanation),
      }),
    },
  ]),
  silent(payoutBatchCreated, 'payout_processed reports each affiliate’s result'),
  silent(payoutBatchProcessing, 'payout_processed reports each affiliate’s result'),
  silent(payoutBatchCompleted, 'payout_processed reports each affiliate’s result'),
  silent(payoutBatchFailed, 'payout_processed reports each affiliate’s result'),
];
