import type { Clock } from './clock.ts';
import type { Faults } from './faults/faults.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';
import type { Timers } from './timers.ts';

/** What every part of the outside world is given. */
export type World = Readonly<{
  settings: Settings;
  keys: Keys;
  faults: Faults;
  timers: Timers;
  clock: Clock;
  log: Log;
  /** A new id with this prefix: `tr_0198…`. */
  newId: (prefix: string) => string;
}>;
