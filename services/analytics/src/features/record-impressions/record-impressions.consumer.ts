import { impressionRecorded } from '@tributary/contracts';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Counts impressions, each once: the inbox entry of the event is in the same commit. */
export const recordImpressionsConsumer = (deps: Deps) =>
  consumerOfSeveral(impressionRecorded, (events) =>
    deps.transaction(({ impressions }) => impressions.add(events.map(({ data }) => data))),
  );
