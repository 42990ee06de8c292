import { isAppError } from '@tributary/errors';
import { newId } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { dayOf } from '../../domain/period.ts';
import { reportKinds } from '../../domain/report.ts';
import { openReport } from '../../exports/report-source.ts';
import { writeReport } from '../../exports/write-report.ts';
import { affiliatePerformance } from '../../features/affiliate-performance/affiliate-performance.ts';
import { campaignPerformance } from '../../features/campaign-performance/campaign-performance.ts';
import { listClicks } from '../../features/list-clicks/list-clicks.ts';
import { recordClicks } from '../../features/record-clicks/record-clicks.ts';
import { showReport } from '../../features/show-report/show-report.ts';
import { type RollupDoc } from '../../store/collections.ts';
import { aClickOf, type World } from './fill.ts';

const TIMES = 40;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BATCH = 1_000;
const BATCHES = 10;
const PIECE = 5_000;

async function timed(name: string, work: (round: number) => Promise<unknown>): Promise<string> {
  const took: number[] = [];
  for (let round = 0; round < TIMES; round += 1) {
    const began = performance.now();
    await work(round);
    took.push(performance.now() - began);
  }
  const [first = 0] = took;
  const sorted = took.slice(1).sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1).padStart(8);
  return `${name.padEnd(36)} p50 ${at(0.5)}  p95 ${at(0.95)}  first ${first.toFixed(1)} ms`;
}

/** Reports of the affiliate with most clicks and of others, dashboards, and a page of clicks. */
export async function* measureReports(deps: Deps, world: World): AsyncGenerator<string> {
  const { links, today } = world;
  const affiliates = [...new Set(links.map(({ affiliateId }) => affiliateId))];
  const [busiest = ''] = affiliates;
  const [first] = links;
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
      yield await timed(`report by ${kind}, ${name}`, (round) =>
        showReport(deps)({
          ...asked,
          affiliateId: round % 2 === 0 ? busiest : (affiliates[round % affiliates.length] ?? ''),
        }),
      );
    }
  }
  const dashboard = { affiliateId: busiest, ...month, currency: 'USD' };
  yield await timed('dashboard of an affiliate, month', () =>
    affiliatePerformance(deps)({ ...dashboard, interval: 'day' }),
  );
  const week = { ...dashboard, start: new Date(today.getTime() - 7 * DAY_MS) };
  yield await timed('dashboard of an affiliate, hours', () =>
    affiliatePerformance(deps)({ ...week, interval: 'hour' }),
  );
  yield await timed('dashboard of a campaign, month', () =>
    campaignPerformance(deps)({
      campaignId: first?.campaignId ?? '',
      brandId: first?.brandId ?? '',
      ...month,
      interval: 'day',
      currency: 'USD',
    }),
  );
  yield await timed('a page of clicks', (round) =>
    listClicks(deps)({ affiliateId: busiest, ...month, page: round + 1, perPage: 50 }),
  );
}

/** As the bus does: what the database had no time for comes again. */
async function repeatedWhileBusy(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isAppError(error) || error.kind !== 'unavailable') throw error;
    }
  }
}

/** Clicks a second, in the bulks that the bus brings. */
export async function measureIngestion(deps: Deps, { links, today }: World): Promise<string> {
  const bulks = Array.from({ length: BATCHES }, (_, bulk) =>
    Array.from({ length: BATCH }, (__, index) => {
      const link = links[(bulk * 31 + index * 7) % links.length];
      if (link === undefined) throw new Error('There are no links');
      return aClickOf(link, new Date(today.getTime() + ((index * 60_000) % DAY_MS)));
    }),
  );
  const began = performance.now();
  for (const bulk of bulks) await repeatedWhileBusy(() => recordClicks(deps)(bulk));
  const seconds = (performance.now() - began) / 1_000;
  return `${String(Math.round((BATCH * BATCHES) / seconds))} clicks/s`;
}

/** A report of as many rows, streamed as CSV: how long, how much, and what it takes of memory. */
export async function measureExport(deps: Deps, world: World, rows: number): Promise<string> {
  const owner = { affiliateId: newId(), brandId: newId(), campaignId: newId(), linkId: newId() };
  const at = dayOf(new Date(world.today.getTime() - DAY_MS));
  const utm = { source: null, medium: null, term: null, content: null };
  for (let start = 0; start < rows; start += PIECE) {
    const size = Math.min(PIECE, rows - start);
    const docs = Array.from({ length: size }, (_, index): RollupDoc => {
      const value = { ...utm, campaign: `campaign-${String(start + index)}` };
      const id = `export-${String(start + index)}`;
      return { _id: id, dimension: 'utm', at, value, currency: null, ...owner, unique: 1 };
    });
    await world.collections.clickSums.insertMany(docs, { ordered: false });
  }
  const period = { start: at, end: new Date(at.getTime() + DAY_MS) };
  const { affiliateId } = owner;
  const asked = { kind: 'utm', affiliateId, period, currency: 'USD' } as const;
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let [peak, bytes, lines] = [before, 0, 0];
  const began = performance.now();
  const source = await openReport(deps, asked);
  for await (const chunk of await writeReport(source, 'csv', deps.fonts)) {
    const text = String(chunk);
    bytes += text.length;
    lines += text.split('\n').length - 1;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const mb = (size: number): string => (size / 1_048_576).toFixed(0);
  return `${String(lines - 1)} rows, ${mb(bytes)} MB in ${seconds} s; resident ${mb(before)} MB before, ${mb(peak)} MB at most`;
}
