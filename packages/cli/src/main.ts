#!/usr/bin/env node
import { openTerminal } from './terminal.ts';
import { run } from './run.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interruption.abort());
}

const terminal = openTerminal(process, interruption.signal);
process.exitCode = await run(process.argv.slice(2), terminal);
terminal.close();
