import { type ClickRow } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { newId } from '@tributary/service';
import { HOUR_MS, DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { dayOf } from '../../domain/period.ts';
import { reportKinds } from '../../domain/report.ts';
import { type ReportAsked } from '../../domain/report-table.ts';
import { writeCsv } from '../../exports/csv.ts';
import { openReport, openRows } from '../../exports/report-source.ts';
import { writeReport } from '../../exports/write-report.ts';
import { affiliatePerformance } from '../../features/affiliate-performance/affiliate-performance.ts';
import { campaignPerformance } from '../../features/campaign-performance/campaign-performance.ts';
import { listClicks } from '../../features/list-clicks/list-clicks.ts';
import { recordClicks } from '../../features/record-clicks/record-clicks.ts';
import { showReport } from '../../features/show-report/show-report.ts';
import { type Rollup } from '../../domain/rollup.ts';
import { type ClickDoc } from '../../store/collections.ts';
import { type World } from './fill.ts';
import { aClickOf, docOf } from './generated.ts';

const TIMES = 40;
const BATCH = 1_000;
const BATCHES = 10;
const FEW_LINKS = 20;
const PIECE = 5_000;

type CpuClock = () => Promise<number>;

/**
 * Processor time of this process and of a MongoDB that serves nobody else, ms: what a call costs, however
 * busy the machine is.
 */
const cpuClockOf =
  ({ serverStatus }: World): CpuClock =>
  async () => {
    const { extra_info: server } = await serverStatus();
    const { user, system } = process.cpuUsage();
    return (Number(server.user_time_us) + Number(server.system_time_us) + user + system) / 1_000;
  };

async function timed(
  cpu: CpuClock,
  name: string,
  work: (round: number) => Promise<unknown>,
): Promise<string> {
  const took: number[] = [];
  const cpuBefore = await cpu();
  for (let round = 0; round < TIMES; round += 1) {
    const began = performance.now();
    await work(round);
    took.push(performance.now() - began);
  }
  const cpuEach = ((await cpu()) - cpuBefore) / TIMES;
  const [first = 0] = took;
  const sorted = took.slice(1).sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1).padStart(8);
  return `${name.padEnd(36)} p50 ${at(0.5)}  p95 ${at(0.95)}  first ${first.toFixed(1).padStart(8)}  processor ${cpuEach.toFixed(1).padStart(7)} ms`;
}

/** Reports of the affiliate with most clicks and of others. */
export async function* measureReports(deps: Deps, world: World): AsyncGenerator<string> {
  const { links, today } = world;
  const cpu = cpuClockOf(world);
  const affiliates = [...new Set(links.map(({ affiliateId }) => affiliateId))];
  const [busiest = ''] = affiliates;
  const all = { start: new Date(today.getTime() - 400 * DAY_MS), end: today };
  const month = { start: new Date(today.getTime() - 30 * DAY_MS), end: today };
  const odd = {
    start: new Date(month.start.getTime() + 5 * HOUR_MS + 1),
    end: new Date(today.getTime() - 7 * HOUR_MS),
  };
  const page = { currency: 'USD', page: 1, perPage: 50 };
  for (const kind of reportKinds) {
    for (const [name, period] of Object.entries({ all, month, 'odd hours': odd })) {
      const asked = { kind, ...period, ...page };
      yield await timed(cpu, `report by ${kind}, ${name}`, (round) =>
        showReport(deps)({
          ...asked,
          affiliateId: round % 2 === 0 ? busiest : (affiliates[round % affiliates.length] ?? ''),
        }),
      );
    }
  }
}

/** Dashboards of the affiliate with most clicks and of a campaign, and pages of clicks. */
export async function* measureDashboards(deps: Deps, world: World): AsyncGenerator<string> {
  const { links, today } = world;
  const cpu = cpuClockOf(world);
  const [first] = links;
  const busiest = first?.affiliateId ?? '';
  const month = { start: new Date(today.getTime() - 30 * DAY_MS), end: today };
  const dashboard = { affiliateId: busiest, ...month, currency: 'USD' };
  yield await timed(cpu, 'dashboard of an affiliate, month', () =>
    affiliatePerformance(deps)({ ...dashboard, interval: 'day' }),
  );
  const week = { ...dashboard, start: new Date(today.getTime() - 7 * DAY_MS) };
  yield await timed(cpu, 'dashboard of an affiliate, hours', () =>
    affiliatePerformance(deps)({ ...week, interval: 'hour' }),
  );
  yield await timed(cpu, 'dashboard of a campaign, month', () =>
    campaignPerformance(deps)({
      campaignId: first?.campaignId ?? '',
      brandId: first?.brandId ?? '',
      ...month,
      interval: 'day',
      currency: 'USD',
    }),
  );
  yield await timed(cpu, 'a page of clicks', (round) =>
    listClicks(deps)({ affiliateId: busiest, ...month, page: round + 1, perPage: 50 }),
  );
  const narrowed = {
    'of a link': { linkId: first?.linkId },
    'of an idle link': { linkId: newId() },
    'of a campaign': { campaignId: first?.campaignId },
    'of an idle campaign': { campaignId: newId() },
  };
  for (const [name, filter] of Object.entries(narrowed)) {
    yield await timed(cpu, `a page of clicks ${name}`, (round) =>
      listClicks(deps)({ affiliateId: busiest, ...month, ...filter, page: round + 1, perPage: 50 }),
    );
  }
}

/** As the bus does: what the database had no time for comes again. */
export async function repeatedWhileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error) || error.kind !== 'unavailable') throw error;
    }
  }
}

/**
 * Clicks a second, in the bulks that the bus brings: of this hour, on few links and on all of them, and the
 * same rows kept bare, in a collection without an index or a sum.
 */
export async function measureIngestion(deps: Deps, world: World): Promise<string> {
  const { links, today, collections } = world;
  const cpu = cpuClockOf(world);
  const bare = collections.clicks.db.collection<ClickDoc>('bare_clicks');
  const record = recordClicks(deps);
  const insert = async (bulk: ClickRow[]): Promise<void> => {
    await bare.insertMany(bulk.map(docOf));
  };
  const few = links.slice(0, FEW_LINKS);
  const speeds: string[] = [];
  for (const { name, among, write } of [
    { name: 'bare', among: links, write: insert },
    { name: `on ${String(few.length)} links`, among: few, write: record },
    { name: `on ${String(links.length)} links`, among: links, write: record },
  ]) {
    const bulks = Array.from({ length: BATCHES }, (_, bulk) =>
      bulkOn(among, new Date(today.getTime() + bulk * 1_000)),
    );
    const [began, cpuBefore] = [performance.now(), await cpu()];
    for (const bulk of bulks) await repeatedWhileBusy(() => write(bulk));
    const seconds = (performance.now() - began) / 1_000;
    const speed = Math.round((BATCH * BATCHES) / seconds);
    const each = (((await cpu()) - cpuBefore) / (BATCH * BATCHES)) * 1_000;
    speeds.push(`${name} ${String(speed)} clicks/s, ${each.toFixed(0)} µs of processor each`);
  }
  await bare.drop();
  return speeds.join('; ');
}

const bulkOn = (links: World['links'], at: Date) =>
  Array.from({ length: BATCH }, (_, index) => {
    const link = links[(index * 7) % links.length];
    if (link === undefined) throw new Error('There are no links');
    return aClickOf(link, at);
  });

/** A report of as many rows: a link that was called with ever new UTM parameters on one day. */
async function longReport({ rollups }: Deps, world: World, rows: number): Promise<ReportAsked> {
  const owner = { affiliateId: newId(), brandId: newId(), campaignId: newId(), linkId: newId() };
  const at = dayOf(new Date(world.today.getTime() - DAY_MS));
  const utm = { source: null, medium: null, term: null, content: null };
  for (let start = 0; start < rows; start += PIECE) {
    const size = Math.min(PIECE, rows - start);
    const sums = Array.from({ length: size }, (_, index): Rollup => {
      const id = `campaign-${String(start + index)}`;
      const value = { ...utm, campaign: id };
      const figures = { unique: 1 };
      return { id, dimension: 'utm', at, value, currency: null, ...owner, figures };
    });
    await rollups.addClicks(sums);
  }
  const period = { start: at, end: new Date(at.getTime() + DAY_MS) };
  return { kind: 'utm', affiliateId: owner.affiliateId, period, currency: 'USD' };
}

/** A report of as many rows, streamed as CSV and as a workbook: how long, how much, and what it takes of memory. */
export async function* measureExport(
  deps: Deps,
  world: World,
  rows: number,
): AsyncGenerator<string> {
  const asked = await longReport(deps, world, rows);
  const mb = (size: number): string => (size / 1_048_576).toFixed(0);
  for (const format of ['csv', 'excel'] as const) {
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let [peak, bytes, firstMs] = [before, 0, 0];
    const [began, cpuBefore] = [performance.now(), process.cpuUsage()];
    const file =
      format === 'csv'
        ? writeCsv(openRows(deps, asked))
        : writeReport(await openReport(deps, asked), format, deps.fonts);
    for await (const chunk of file) {
      if (bytes === 0) firstMs = performance.now() - began;
      bytes += Buffer.byteLength(chunk as Buffer | string);
      peak = Math.max(peak, process.memoryUsage.rss());
    }
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    const { user, system } = process.cpuUsage(cpuBefore);
    const cpu = ((user + system) / 1_000_000).toFixed(1);
    yield `${format}: ${String(rows)} rows, ${mb(bytes)} MB in ${seconds} s, the first after ${firstMs.toFixed(0)} ms (${cpu} s of processor here); resident ${mb(before)} MB before, ${mb(peak)} MB at most`;
  }
}
