import {
  type AdjustedConversion,
  conversionAdjusted,
  conversionReversed,
} from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { type RefundDocument } from '../../store/collections.ts';

const refundOf = (conversion: AdjustedConversion, at: Date): RefundDocument => ({
  _id: conversion.conversionId,
  affiliateId: conversion.affiliateId,
  refundedMinor: conversion.refundedMinor,
  isReversed: conversion.status === 'reversed',
  at,
});

export const syncRefundsConsumers = ({ refunds }: Deps) =>
  [conversionAdjusted, conversionReversed].map((type) =>
    batchConsumer(type, (events) =>
      refunds.save(events.map(({ data, occurredAt }) => refundOf(data, occurredAt))),
    ),
  );
