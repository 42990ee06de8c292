import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';

/** Clicks that were kept on the local disk go to Kafka as soon as it takes them. */
export const replayClicksWorker = ({ clickLog }: Deps) =>
  worker({
    name: 'replay-clicks',
    everyMs: 500,
    run: async () => {
      await clickLog.replay();
      return false;
    },
  });
