import { pino } from 'pino';
import { readConfig } from './config.ts';
import { openSandbox } from './sandbox.ts';

const log = pino({ name: 'sandbox' });

try {
  const sandbox = await openSandbox({ ...readConfig(process.env), log });
  log.info(sandbox.urls, 'the sandbox is open');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void sandbox.close().finally(() => process.exit(0));
    });
  }
} catch (error) {
  log.fatal({ err: error }, error instanceof Error ? error.message : 'the sandbox cannot start');
  process.exitCode = 1;
}
