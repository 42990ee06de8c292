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
import * as texts from '../templates/payouts.ts';
import { silent, trigger } from './trigger.ts';

const aboutPayout = ({ payoutId, affiliateId }: PayoutSnapshot) => ({
  type: 'payout_processed' as const,
  entityType: 'payout',
  entityId: payoutId,
  recipients: [affiliateId],
});

export const payoutTriggers = [
  silent(paymentInitiated, 'payout_processed reports the result'),
  silent(paymentProcessing, 'payout_processed reports the result'),
  silent(paymentCompleted, 'payout_processed reports the result'),
  silent(paymentFailed, 'payout_processed reports the result'),
  trigger(paymentRefunded, (payout) => [
    { ...aboutPayout(payout), priority: 'high', text: texts.payoutRefunded(payout) },
  ]),
  trigger(payoutCompleted, (payout) => [
    { ...aboutPayout(payout), priority: 'normal', text: texts.payoutCompleted(payout) },
  ]),
  trigger(payoutFailed, (payout) => [
    { ...aboutPayout(payout), priority: 'high', text: texts.payoutFailed(payout) },
  ]),
  trigger(payoutHeld, (payout) => [
    {
      ...aboutPayout(payout),
      type: 'security_alert',
      priority: 'urgent',
      text: texts.payoutHeld(payout),
    },
  ]),
  silent(payoutBatchCreated, 'payout_processed reports each affiliate’s result'),
  silent(payoutBatchProcessing, 'payout_processed reports each affiliate’s result'),
  silent(payoutBatchCompleted, 'payout_processed reports each affiliate’s result'),
  silent(payoutBatchFailed, 'payout_processed reports each affiliate’s result'),
];
