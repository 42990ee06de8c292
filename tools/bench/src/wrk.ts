import { execFile, execFileSync } from 'node:child_process';
import { type Load, type Target } from './target.ts';

/** Whether wrk is installed, which leaves more of a small machine to the measured system. */
export function hasWrk(): boolean {
  try {
    execFileSync('which', ['wrk'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const MS = { us: 0.001, ms: 1, s: 1_000, m: 60_000 } as const;

function msOf(text: string): number {
  const [, figure = '0', unit = 'ms'] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? [];
  return Number(figure) * MS[unit as keyof typeof MS];
}

/** Loads a target by wrk, without bodies; answers of 4xx and 5xx are bad. */
export function loadByWrk(
  { url, headers }: Target,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const headerArgs = Object.entries(headers?.() ?? {}).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  const loadArgs = ['-t1', `-c${String(connections)}`, `-d${String(seconds)}s`, '--latency'];
  return new Promise((resolve, reject) => {
    execFile('wrk', [...loadArgs, '--timeout', '10s', ...headerArgs, url], (error, output) => {
      if (error !== null) {
        reject(new Error('wrk failed', { cause: error }));
        return;
      }
      const figure = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? '0';
      const all = Number(figure(/(\d+) requests in/));
      const bad = Number(figure(/Non-2xx or 3xx responses: (\d+)/));
      const perSecond = Number(figure(/Requests\/sec:\s+([\d.]+)/));
      const p50Ms = msOf(figure(/\s50%\s+(\S+)/));
      const p99Ms = msOf(figure(/\s99%\s+(\S+)/));
      const good = all - bad;
      resolve({ perSecond: (perSecond * good) / Math.max(1, all), p50Ms, p99Ms, good, bad });
    });
  });
}
