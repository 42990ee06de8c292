import { conversionTracked } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** For so long after its time a conversion may not have been looked at yet. */
const LATENESS_MS = 2_000;

/**
 * Takes conversions in; they are assessed a moment later. Orders of one customer lie in different
 * partitions, which are read one after the other: judged as they come, a burst's third order would
 * often be looked at before its second. Their brand waits for that, so that they are not gathered for long.
 */
export const recordConversionsConsumer = ({ facts, arrivals, clock, config }: Deps) =>
  batchConsumer(
    conversionTracked,
    async (events) => {
      await facts.record(
        events.map(({ data: conversion, correlationId }) => ({ conversion, correlationId })),
      );
      arrivals.expectedUntil = clock.now().getTime() + config.ATTRIBUTION_SETTLE_MS + LATENESS_MS;
    },
    { isAwaited: true },
  );
