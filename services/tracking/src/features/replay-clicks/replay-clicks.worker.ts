import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';

/** Publishes the clicks of the local spool once Kafka is available. */
export const replayClicksWorker = ({ clickLog }: Deps) =>
  worker({
    name: 'replay-clicks',
    // The spool belongs to the process that writes it.
    role: 'edge',
    everyMs: 500,
    run: async () => {
      await clickLog.replay();
      return false;
    },
  });
