import { AT_MOST_MS, measureRun, openRunMeasuring } from './testing/measured-run.ts';
import { type StartedPayout } from './testing/start-payout.ts';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await openRunMeasuring();
});
afterAll(() => payout.close());

it(
  'pays a monthly run at two providers, each affiliate exactly what was earned, in a batch each',
  async () => {
    const measured = await measureRun(payout, 100);
    process.stdout.write(`${JSON.stringify(measured)}\n`);
    expect(measured).toMatchObject({ batches: 2, wrong: 0, differences: 0 });
  },
  AT_MOST_MS + 60_000,
);
