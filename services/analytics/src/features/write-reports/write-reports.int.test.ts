import { eventually } from '@tributary/testing';
import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { jobOf } from '../../workflows/new-report-job.ts';
import { type OpenStores, openStores } from '../../testing/open-stores.ts';
import { writeNextReport } from './write-reports.ts';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

const period = { start: new Date('2026-05-01'), end: new Date('2026-06-01') };
const query = { kind: 'utm', affiliateId: crypto.randomUUID(), period, currency: 'USD' } as const;

describe('a report that is written in the background', () => {
  it('stays its writer’s while the database sorts for longer than a lease', async () => {
    let now = Date.now();
    const clock = { now: () => new Date(now) };
    const config = { REPORT_KEPT_DAYS: 1 } as Deps['config'];
    const job = jobOf({ clock, config, newId: () => crypto.randomUUID() }, query, {
      format: 'csv',
      rowCount: 1,
    });
    await stores.reports.create(job);
    const leasedBeyond = (at: number) =>
      eventually(async () => {
        const { leasedUntil } = (await stores.reports.findById(job._id)) ?? {};
        return leasedUntil !== undefined && leasedUntil.getTime() > at;
      });
    const counted = new Error('The report has been counted');
    const figures = {
      totalOf: async () => {
        for (let minutes = 0; minutes < 3; minutes += 1) {
          now += MINUTE_MS / 2;
          await leasedBeyond(now + MINUTE_MS / 2);
        }
        throw counted;
      },
    };
    const deps = { ...stores, clock, config, figures } as unknown as Deps;
    await expect(writeNextReport(deps, 5)()).rejects.toThrow(counted);
    expect(await stores.reports.claim(clock.now())).toBeNull();
  });
});
