/**
 * `npm run check`: everything a machine can check without running the product. Each step names the
 * command that fixes it.
 */
import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

const GIB = 2 ** 30;

/**
 * The linter of types, which is written in Go, spends a third of its time on collecting garbage. It needs 6 GiB without:
 * on a machine that has them, none is collected before that.
 */
const UNCOLLECTED = totalmem() < 12 * GIB ? {} : { GOGC: 'off', GOMEMLIMIT: '8GiB' };

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly remedy: string;
}

const steps: readonly Step[] = [
  {
    name: 'lint and types',
    command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
    remedy: 'npm run lint -- --fix, or mend the types',
  },
  { name: 'format', command: ['oxfmt', '--check'], remedy: 'npm run format' },
  {
    name: 'boundaries',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'services', 'tools'],
    remedy: 'see docs/architecture.md',
  },
  {
    name: 'layout and words',
    command: ['node', 'tools/scripts/check/check-layout.ts'],
    remedy: 'see docs/architecture.md and docs/glossary.md',
  },
  { name: 'dead code', command: ['knip', '--no-progress'], remedy: 'delete what is not used' },
  {
    name: 'sizes',
    command: ['node', 'tools/scripts/check/check-sizes.ts'],
    remedy:
      'make what others download smaller, or raise its limit in .size-limit.json; load parts of a page later',
  },
  { name: 'protos', command: ['buf', 'lint', 'protos'], remedy: 'npm run gen' },
  {
    name: 'generated files fresh',
    command: ['node', 'tools/scripts/check-generated.ts'],
    remedy: 'npm run gen',
  },
];

function run(command: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const [file = '', ...args] = command;
  return new Promise((resolve) => {
    const env = { ...process.env, ...UNCOLLECTED };
    const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** The longest first, and two at a time, as most machines have two cores. */
async function check(): Promise<number> {
  const queue = [...steps];
  let failed = 0;
  const work = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const started = performance.now();
      const { ok, output } = await run(step.command);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`);
      if (ok) continue;
      failed += 1;
      process.stdout.write(`${output.trim()}\n→ ${step.remedy}\n`);
    }
  };
  await Promise.all([work(), work()]);
  return failed;
}

const failed = await check();
process.stdout.write(`${String(steps.length - failed)} passed, ${String(failed)} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
