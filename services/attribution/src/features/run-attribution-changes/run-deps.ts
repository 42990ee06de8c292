import { type Deps } from '../../deps.ts';

/** What the steps of a change need. */
export type RunDeps = Pick<
  Deps,
  | 'attributionChanges'
  | 'changedConversions'
  | 'assessments'
  | 'replays'
  | 'trainedModels'
  | 'commissionBooks'
  | 'transaction'
  | 'clock'
>;

/** Conversions of one step. */
export const STEP_SIZE = 250;
