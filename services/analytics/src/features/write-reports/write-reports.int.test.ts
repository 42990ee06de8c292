import { eventually } from '@tributary/testing';
import { DAY_MS, MINUTE_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { noFigures } from '../../domain/metrics.ts';
import { jobOf } from '../../workflows/new-report-job.ts';
import { type OpenStores, openStores } from '../../testing/open-stores.ts';
import { writeNextReport } from './write-reports.ts';

let stores: OpenStores;
beforeEach(async () => {
  stores = await openStores();
});
afterEach(() => stores.close());

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
    const { signal } = new AbortController();
    await expect(writeNextReport(deps, 5)(signal)).rejects.toThrow(counted);
    expect(await stores.reports.claim(clock.now())).toBeNull();
  });

  it('is left to another instance at once by a process that stops, and the attempt does not count', async () => {
    const clock = { now: () => new Date(Date.now() + DAY_MS) };
    const config = { REPORT_KEPT_DAYS: 1 } as Deps['config'];
    const newJob = { clock, config, newId: () => crypto.randomUUID() };
    const job = jobOf(newJob, query, { format: 'csv', rowCount: 1 });
    await stores.reports.create(job);
    const stopping = new AbortController();
    const figures = {
      totalOf: () => {
        stopping.abort();
        return Promise.resolve({ rows: 1, figures: noFigures });
      },
    };
    const deps = { ...stores, clock, config, figures } as unknown as Deps;
    expect(await writeNextReport(deps)(stopping.signal)).toBe(false);
    const released = { status: 'queued', attempts: 0 };
    expect(await stores.reports.findById(job._id)).toMatchObject(released);
  });
});
