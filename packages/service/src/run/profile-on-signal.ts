import { writeFileSync } from 'node:fs';
import { type HeapProfiler, type Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { MIB, SECOND_MS } from '@tributary/units';
import { type Logger } from '../log.ts';

interface ProfileOptions {
  /** Names the files; one process has one of each kind, so that they never fill a disk. */
  readonly name: string;
  readonly directory?: string;
  /** How long it is measured, ms. */
  readonly durationMs?: number;
}

/** The files that were written. */
export interface WrittenProfile {
  /** Opens in the developer tools of Chromium and in editors. */
  readonly cpuFile: string;
  readonly heapFile: string;
}

const DURATION_MS = 10 * SECOND_MS;
/** Bytes between two samples of the heap; V8's own default. */
const SAMPLE_BYTES = 32_768;
const SITES = 50;

/** Where memory was allocated that still lives. */
interface AllocationSite {
  readonly site: string;
  bytes: number;
}

/** The functions whose memory still lives, largest first. */
function largestSites(head: HeapProfiler.SamplingHeapProfileNode): AllocationSite[] {
  const sites = new Map<string, AllocationSite>();
  const visit = ({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): void => {
    const { functionName, url, lineNumber } = callFrame;
    const name = functionName === '' ? 'anonymous' : functionName;
    const site = `${name} ${url}:${String(lineNumber + 1)}`;
    const known = sites.get(site) ?? { site, bytes: 0 };
    known.bytes += selfSize;
    sites.set(site, known);
    children.forEach(visit);
  };
  visit(head);
  return [...sites.values()].toSorted((a, b) => b.bytes - a.bytes).slice(0, SITES);
}

const inMb = (bytes: number): number => Math.round((bytes / MIB) * 10) / 10;

function heapSummary(head: HeapProfiler.SamplingHeapProfileNode) {
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const resources = Object.groupBy(process.getActiveResourcesInfo(), (name) => name);
  return {
    at: new Date().toISOString(),
    memoryMb: {
      resident: inMb(rss),
      heapUsed: inMb(heapUsed),
      heapLimit: inMb(getHeapStatistics().heap_size_limit),
      external: inMb(external),
      arrayBuffers: inMb(arrayBuffers),
    },
    spacesMb: Object.fromEntries(
      getHeapSpaceStatistics().map(({ space_name: name, space_used_size: used }) => [
        name,
        inMb(used),
      ]),
    ),
    resources: Object.fromEntries(
      Object.entries(resources).map(([name, all]) => [name, all?.length ?? 0]),
    ),
    allocatedAndAlive: largestSites(head),
  };
}

/**
 * Measures this process while it works: a CPU profile, and a summary of its heap with what was allocated meanwhile and
 * still lives. It costs a few percent of CPU for as long; no snapshot is taken, which would stop the process and double
 * its memory.
 */
export async function writeProfile({
  name,
  directory = tmpdir(),
  durationMs = DURATION_MS,
}: ProfileOptions): Promise<WrittenProfile> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  let cpu: Profiler.StopReturnType;
  let heap: HeapProfiler.StopSamplingReturnType;
  try {
    await session.post('Profiler.enable');
    await session.post('HeapProfiler.startSampling', { samplingInterval: SAMPLE_BYTES });
    await session.post('Profiler.start');
    await sleep(durationMs);
    cpu = await session.post('Profiler.stop');
    heap = await session.post('HeapProfiler.stopSampling');
  } finally {
    session.disconnect();
  }
  const cpuFile = join(directory, `${name}.cpuprofile`);
  const heapFile = join(directory, `${name}.heap.json`);
  // Of this user alone: it shows what the process does.
  writeFileSync(cpuFile, JSON.stringify(cpu.profile), { mode: 0o600 });
  writeFileSync(heapFile, JSON.stringify(heapSummary(heap.profile.head), null, 2), { mode: 0o600 });
  return { cpuFile, heapFile };
}

/** Writes a profile whenever an operator sends SIGUSR2; one at a time. */
export function profileOnSignal(log: Logger, options: ProfileOptions): void {
  let isRunning = false;
  process.on('SIGUSR2', () => {
    if (isRunning) return;
    isRunning = true;
    log.info(
      { seconds: (options.durationMs ?? DURATION_MS) / SECOND_MS },
      'a profile is being made',
    );
    writeProfile(options)
      .then(
        ({ cpuFile, heapFile }) => {
          log.info({ cpu_file: cpuFile, heap_file: heapFile }, 'a profile was written');
        },
        (error: unknown) => {
          log.error({ err: error }, 'a profile could not be written');
        },
      )
      .finally(() => (isRunning = false));
  });
}
