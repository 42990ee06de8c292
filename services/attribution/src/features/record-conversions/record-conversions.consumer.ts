import {
  conversionReplaced,
  type ConversionSnapshot,
  conversionTracked,
} from '@tributary/contracts';
import { batchConsumer, type HandledEvent } from '@tributary/messaging';
import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';

const GATHER_MS = 100;
/** How long after its due time a conversion may still be pending. */
const LATENESS_MS = 2 * SECOND_MS;

/**
 * Records new and replaced conversions, which are assessed a moment later. One customer's orders lie in different partitions, which
 * are read one after the other: assessed at once, a burst's third order would often come before its second.
 * The brand waits for the result, so that events are not collected into large batches.
 */
export const recordConversionsConsumers = ({ facts, refunds, arrivals, clock, config }: Deps) => {
  const record = async (events: readonly HandledEvent<ConversionSnapshot>[]): Promise<void> => {
    await facts.record(
      events.map(({ data: conversion, correlationId }) => ({ conversion, correlationId })),
    );
    arrivals.expectedUntil = clock.now().getTime() + config.ATTRIBUTION_SETTLE_MS + LATENESS_MS;
  };
  return [
    batchConsumer(conversionTracked, record, { gatherMs: GATHER_MS }),
    batchConsumer(
      conversionReplaced,
      async (events) => {
        await record(events);
        const isRefunded = ({ data: { refundedMinor, status } }: (typeof events)[number]) =>
          refundedMinor > 0 || status === 'reversed';
        await refunds.save(events.filter(isRefunded));
      },
      { gatherMs: GATHER_MS },
    ),
  ];
};
