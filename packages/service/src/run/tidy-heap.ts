import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: {
  type: 'major';
  execution: 'sync';
  flavor: 'last-resort';
}) => void;

/**
 * Gives back what starting has used: a fifth of a service's memory, which an idle process would keep
 * because nothing ever calls for a collection. Takes a tenth of a second, before anybody waits.
 */
export function tidyHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return;
  (collect as CollectGarbage)({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
