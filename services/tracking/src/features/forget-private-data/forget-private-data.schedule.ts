import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';

const CHUNK_SIZE = 5_000;
/** Bounds one run; the next run continues. */
const MAX_CHUNKS = 200;

/** Deletes personal data of clicks, orders and claims after 90 days; the sums remain. */
export const forgetPrivateDataSchedule = ({ clicks, conversions, claims, clock }: Deps) =>
  schedule({
    name: 'forget-private-data',
    cron: '0 17 * * * *',
    run: async () => {
      for (const store of [clicks, conversions, claims]) {
        for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
          const forgotten = await store.forgetPrivate(clock.now(), CHUNK_SIZE);
          if (forgotten < CHUNK_SIZE) break;
        }
      }
    },
  });
