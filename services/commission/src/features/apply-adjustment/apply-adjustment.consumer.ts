import { runWithContext } from '@tributary/context';
import {
  type AdjustedConversion,
  conversionAdjusted,
  conversionReversed,
} from '@tributary/contracts';
import { batchConsumer, type HandledEvent } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';
import { applyAdjustment } from './apply-adjustment.ts';

const CONCURRENCY = 20;

/** Applies adjustments that no RPC has applied; idempotent by the adjustment's id. */
export const applyAdjustmentConsumers = (deps: Deps) => {
  const apply = async (events: readonly HandledEvent<AdjustedConversion>[]): Promise<void> => {
    const byConversion = [...Map.groupBy(events, ({ data }) => data.conversionId).values()];
    for (let at = 0; at < byConversion.length; at += CONCURRENCY) {
      await Promise.all(
        byConversion.slice(at, at + CONCURRENCY).map((ofConversion) => applyInOrder(ofConversion)),
      );
    }
  };
  const applyInOrder = async (
    events: readonly HandledEvent<AdjustedConversion>[],
  ): Promise<void> => {
    for (const { correlationId, data } of events) {
      await runWithContext({ correlationId }, () => applyAdjustment(deps)(data));
    }
  };
  return [batchConsumer(conversionReversed, apply), batchConsumer(conversionAdjusted, apply)];
};
