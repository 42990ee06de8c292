/**
 * Memory under steady load: visits and orders at a fixed rate for some minutes, and the memory of each
 * process on the path. The full length is `--minutes 10`.
 */
import autocannon from 'autocannon';
import { median } from './load.ts';
import { type Bench } from './bench.ts';
import { print, residentMb } from './report.ts';
import { BROWSER } from './fixture.ts';

const PER_SECOND = { visits: 300, orders: 100 };
const EVERY_MS = 5_000;
const WATCHED = ['tracking', 'tracking-worker', 'gateway'] as const;
/** The share of the run in which caches fill and code is compiled. */
const WARM_SHARE = 0.3;

type Series = Record<(typeof WATCHED)[number], number[]>;

function watch({ system }: Bench): { series: Series; stop: () => void } {
  const series: Series = { tracking: [], 'tracking-worker': [], gateway: [] };
  const timer = setInterval(() => {
    for (const id of WATCHED) {
      const pid = system.pidOf(id);
      if (pid !== undefined) series[id].push(residentMb(pid));
    }
  }, EVERY_MS);
  return {
    series,
    stop: () => {
      clearInterval(timer);
    },
  };
}

function printGrowth(id: string, samples: readonly number[], minutes: number): void {
  const warm = samples.slice(Math.floor(samples.length * WARM_SHARE));
  const third = Math.max(1, Math.floor(warm.length / 3));
  const [first, last] = [median(warm.slice(0, third)), median(warm.slice(-third))];
  const hours = (minutes * (1 - WARM_SHARE) * 2) / 3 / 60;
  print(
    `${id.padEnd(10)} ${first.toFixed(1)} → ${last.toFixed(1)} MB (medians of the first and the last third after warm-up), ` +
      `${((last - first) / hours).toFixed(1)} MB/h; lowest ${Math.min(...warm).toFixed(1)}, highest ${Math.max(...warm).toFixed(1)}; goal ≤ 5 MB/h`,
  );
}

export async function measureSoak(bench: Bench, minutes: number): Promise<void> {
  const { system, fixture } = bench;
  const duration = minutes * 60;
  const { series, stop } = watch(bench);
  const visits = autocannon({
    url: `${system.baseUrl}/r/${fixture.trackingCode}`,
    ...{ connections: 8, duration, overallRate: PER_SECOND.visits },
    headers: { 'user-agent': BROWSER },
  });
  const orders = autocannon({
    url: `${system.baseUrl}/api/track/conversion`,
    ...{ connections: 8, duration, overallRate: PER_SECOND.orders, method: 'POST' },
    requests: [
      {
        setupRequest: (request) => {
          const { body, headers } = fixture.nextOrder();
          return { ...request, body, headers: { ...request.headers, ...headers } };
        },
      },
    ],
  });
  const [visited, ordered] = await Promise.all([visits, orders]);
  stop();
  print(
    `memory over ${String(minutes)} min of load: ${String(visited['3xx'])} visits and ${String(ordered['2xx'])} orders answered`,
  );
  for (const id of WATCHED) printGrowth(id, series[id], minutes);
}
