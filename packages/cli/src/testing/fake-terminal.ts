import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface FakeUser {
  readonly directory: string;
  /** Runs a command line with these answers to its questions. */
  readonly run: (argv: readonly string[], input?: readonly string[]) => Promise<Outcome>;
  readonly close: () => void;
}

/** A user with a folder of settings of its own. */
export function openUser(env: Readonly<Record<string, string>> = {}): FakeUser {
  const directory = mkdtempSync(join(tmpdir(), 'tributary-cli-'));
  return {
    directory,
    run: async (argv, input = []) => {
      const lines = [...input];
      const [out, err]: [string[], string[]] = [[], []];
      const code = await run(argv, {
        env: { TRIBUTARY_CONFIG_DIR: directory, ...env },
        signal: new AbortController().signal,
        print: (line) => void out.push(line),
        note: (line) => void err.push(line),
        prompt: () => Promise.resolve(lines.shift() ?? ''),
        close: () => undefined,
      });
      return { code, out: out.join('\n'), err: err.join('\n') };
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}
