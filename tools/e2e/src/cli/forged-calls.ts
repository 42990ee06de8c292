/**
 * Sends forged calls to every inner port of the system that runs on this machine; each must be refused.
 * `npm run tool -- forged-calls`: calls without a token, with expired, foreign, unsigned and wrongly signed
 * ones, and of services without the right. Ends with 1 where a call was not refused.
 * Environment: BASE_URL and PORT_OFFSET, else those of the system that npm start runs.
 */
import { openServiceKeys, systemDirectory } from '@tributary/engines';
import { forgeCalls } from '../forged-calls.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(): Promise<number> {
  const keys = openServiceKeys(systemDirectory());
  const portOffset = Number(process.env['PORT_OFFSET'] ?? 0);
  const calls = await forgeCalls({ keys, portOffset });
  const served = calls.filter(({ isRefused }) => !isRefused);
  for (const { name, answer } of served) print(`NOT REFUSED: ${name}: ${answer}`);
  print(`${String(calls.length - served.length)} of ${String(calls.length)} forged calls refused`);
  return served.length === 0 ? 0 : 1;
}

process.exitCode = await run();
