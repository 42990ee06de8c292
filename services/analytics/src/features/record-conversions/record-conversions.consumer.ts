import {
  conversionAdjusted,
  conversionApproved,
  conversionRejected,
  conversionReplaced,
  conversionReversed,
  type ConversionSnapshot,
  conversionTracked,
} from '@tributary/contracts';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordConversions } from './record-conversions.ts';

/** Records conversions, and notes their subjects for a check of milestones. */
const recordAndNote = (deps: Deps) => {
  const record = recordConversions(deps);
  return async (events: readonly { readonly data: ConversionSnapshot }[]): Promise<void> => {
    await record(events);
    const now = deps.clock.now();
    for (const { data } of events) {
      const { campaignId: id, currency, valueMinor } = data;
      deps.progress.note({ kind: 'conversions', id, currency: null }, 1, now);
      deps.progress.note({ kind: 'revenue', id, currency }, valueMinor, now);
    }
  };
};

export const recordConversionConsumers = (deps: Deps) => {
  const record = recordAndNote(deps);
  return [
    consumerOfSeveral(conversionTracked, record),
    consumerOfSeveral(conversionReplaced, record),
    consumerOfSeveral(conversionApproved, record),
    consumerOfSeveral(conversionRejected, record),
    consumerOfSeveral(conversionReversed, record),
    consumerOfSeveral(conversionAdjusted, record),
  ];
};
