import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the kernel has its groups of processes with a limit of CPU time, version 1. */
const GROUPS = '/sys/fs/cgroup/cpu';
const PERIOD_US = 50_000;

/** Groups of processes that get a part of a core each. */
export interface CpuQuotas {
  /** Limits a process from here on. @param name of its group @param cores less than 1 for a part of one */
  readonly limit: (name: string, pid: number, cores: number) => void;
  /** Removes the groups, whose processes have ended. */
  readonly close: () => void;
}

/** @throws Error where the kernel has no such groups, or does not let this user make any */
export function openCpuQuotas(prefix: string): CpuQuotas {
  if (!existsSync(join(GROUPS, 'cpu.cfs_quota_us')))
    throw new Error(`There is no ${GROUPS}: limits of CPU time need root and cgroups version 1`);
  const made = new Set<string>();
  return {
    limit: (name, pid, cores) => {
      const group = join(GROUPS, `${prefix}-${name}`);
      mkdirSync(group, { recursive: true });
      made.add(group);
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(cores * PERIOD_US)));
      writeFileSync(join(group, 'cgroup.procs'), String(pid));
    },
    close: () => {
      for (const group of made) rmdirSync(group);
    },
  };
}
