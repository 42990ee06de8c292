import { type Deps } from '../../deps.ts';
import { type CountedClicks } from '../../store/figures-port.ts';

/** Adds counts of clicks to the figures. Each must be given once: the inbox entry of its event is in the same commit. */
export const recordClicks =
  (deps: Pick<Deps, 'transaction'>) =>
  (events: readonly CountedClicks[]): Promise<void> =>
    deps.transaction(({ figureWriter }) => figureWriter.addClicks(events));
