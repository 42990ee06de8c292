import { parseArgs } from 'node:util';
import { exitOnSignals, messageOf } from '@tributary/engines';
import { DenialError } from '../secured/denials.ts';
import { runSecuredSystem } from '../secured/secured-system.ts';

const USAGE = `Runs the whole system with mutual TLS on engines with TLS, a user for each service and the rights of deploy/engines

  npm run tool -- secured-system [--without NAME:SERVICE]

Takes an order from its click to its payout and runs verify; ends with 1 and the refused requests where a right is
missing. --without leaves out what a service may do with a topic, group, database or pattern of keys:
  --without tracking.click-counts:analytics, --without tributary_payout:payout, --without 'limit:*:gateway'`;

const { values } = parseArgs({
  options: { without: { type: 'string' }, help: { type: 'boolean' } },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
exitOnSignals();

async function run(): Promise<number> {
  const colon = values.without?.lastIndexOf(':') ?? 0;
  const leftOut =
    values.without === undefined
      ? undefined
      : { name: values.without.slice(0, colon), service: values.without.slice(colon + 1) };
  try {
    await runSecuredSystem(leftOut, print);
    print('No right is missing.');
    return 0;
  } catch (error) {
    if (error instanceof DenialError) print('Rights are missing:');
    print(messageOf(error));
    return 1;
  }
}

if (values.help === true) print(USAGE);
else process.exit(await run());
