import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A value of an expression, with its labels. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** An alert whose expression holds. */
export interface ActiveAlert {
  readonly labels: Readonly<Record<string, string>>;
  /** Pending while it has not held for long enough. */
  readonly state: 'pending' | 'firing';
}

/** A Prometheus that runs beside this process. */
export interface Prometheus {
  readonly query: (expr: string) => Promise<readonly Sample[]>;
  readonly activeAlerts: () => Promise<readonly ActiveAlert[]>;
  /** Ends it and deletes its data. */
  readonly close: () => void;
}

const MISSING = 69;

async function read<T>(url: string): Promise<T> {
  const answer = (await (await fetch(url)).json()) as {
    readonly status: string;
    readonly error?: string;
    readonly data: T;
  };
  if (answer.status !== 'success') throw new Error(`${url}: ${answer.error ?? ''}`);
  return answer.data;
}

/**
 * Starts Prometheus with a configuration file of this text. Ends this process with 69 where it is not installed
 * (`apt-get install prometheus`).
 * @param port at which it answers, on this machine alone
 */
export function openPrometheus(config: string, port: number): Prometheus {
  const directory = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const configFile = join(directory, 'prometheus.yaml');
  writeFileSync(configFile, config);
  const child = spawn(
    'prometheus',
    [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${String(port)}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  );
  child.on('error', () => {
    process.stderr.write('Prometheus was not found (apt-get install prometheus).\n');
    process.exit(MISSING);
  });
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  const api = `http://127.0.0.1:${String(port)}/api/v1`;
  return {
    query: async (expr) => {
      const path = `query?query=${encodeURIComponent(expr)}`;
      return (await read<{ readonly result: readonly Sample[] }>(`${api}/${path}`)).result;
    },
    activeAlerts: async () =>
      (await read<{ readonly alerts: readonly ActiveAlert[] }>(`${api}/alerts`)).alerts,
    close: () => {
      process.off('exit', stop);
      stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
