import { HOUR_MS } from '@tributary/units';
import { describeWorkQueue } from '@tributary/work/testing';
import { jobOf } from '../workflows/new-report-job.ts';
import { type OpenStores, openStores } from '../testing/open-stores.ts';
import { type ReportJobDocument } from './collections.ts';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

let offsetMs = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };

describeWorkQueue('reports that wait to be written', () => {
  const { reports } = stores;
  const parts = { clock, config: { REPORT_KEPT_DAYS: 1 }, newId: () => crypto.randomUUID() };
  const period = { start: new Date('2026-05-01'), end: new Date('2026-06-01') };
  return {
    leaseMs: reports.leaseMs,
    openQueue: () => ({
      claim: async (limit) => {
        const jobs: ReportJobDocument[] = [];
        while (jobs.length < limit) {
          const job = await reports.claim(clock.now());
          if (job === null) break;
          jobs.push(job);
        }
        return jobs;
      },
      renew: (job) => reports.renew(job, clock.now()),
    }),
    idOf: ({ _id }: ReportJobDocument) => _id,
    add: async (count) => {
      const query = {
        kind: 'utm',
        affiliateId: crypto.randomUUID(),
        period,
        currency: 'USD',
      } as const;
      const jobs = Array.from({ length: count }, () =>
        jobOf(parts as Parameters<typeof jobOf>[0], query, { format: 'csv', rowCount: 1 }),
      );
      for (const job of jobs) await reports.create(job);
      return jobs.map(({ _id }) => _id);
    },
    finish: (job) => reports.finish(job),
    advance: (ms) => {
      offsetMs += ms;
      return Promise.resolve();
    },
  };
});

describe('the file of a report', () => {
  it('is of one attempt alone, though the one before still writes when another has begun', async () => {
    const { reportFiles } = stores;
    const expiresAt = new Date(Date.now() + HOUR_MS);
    const reportId = crypto.randomUUID();
    const add = (attempt: number, index: number, text: string) =>
      reportFiles.add({ reportId, attempt, index, bytes: Buffer.from(text), expiresAt });
    await add(1, 0, 'old ');
    await reportFiles.drop(reportId);
    await add(2, 0, 'new ');
    await add(1, 1, 'lost ');
    await add(2, 1, 'file');
    await add(1, 0, 'late ');
    await add(1, 2, 'end');
    let text = '';
    for await (const bytes of reportFiles.read(reportId, 2)) text += bytes.toString();
    expect(text).toBe('new file');
  });
});
