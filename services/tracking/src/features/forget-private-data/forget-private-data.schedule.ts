import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';

const PIECE = 1_000;
/** Bounds one run; the next one goes on. */
const PIECES = 200;

/** After 90 days nothing of a click or an order names a person any more; the sums stay. */
export const forgetPrivateDataSchedule = ({ clicks, conversions, clock }: Deps) =>
  schedule({
    name: 'forget-private-data',
    cron: '0 17 * * * *',
    run: async () => {
      for (const store of [clicks, conversions]) {
        for (let piece = 0; piece < PIECES; piece += 1) {
          const forgotten = await store.forgetPrivate(clock.now(), PIECE);
          if (forgotten < PIECE) break;
        }
      }
    },
  });
