import { readFileSync } from 'node:fs';
import { type Bench } from './bench.ts';

/** /proc counts in steps of 10 ms. */
const MICROS_PER_TICK = 10_000;

/** The CPU time of a process since its start, user and system, µs. */
export function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // The name before it may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK;
}

/** The CPU time of all cores since the start of the machine, by anybody, µs. */
export function machineMicros(): number {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = first
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * MICROS_PER_TICK;
}

/** The running processes by name: those of all services, and the engines where they are native. */
export function runningProcesses({ system, engines }: Pick<Bench, 'system' | 'engines'>) {
  const services = system.processes
    .filter((id) => id !== 'sandbox')
    .map((id) => [id, system.pidOf(id)] as const);
  const native = Object.entries(engines.processes).map(([name, one]) => [name, one.pid()] as const);
  const pids = new Map<string, number>();
  for (const [name, pid] of [...services, ...native]) if (pid !== undefined) pids.set(name, pid);
  return pids;
}
