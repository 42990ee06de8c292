/**
 * Buys in a real Chromium under 12 conditions, and counts the orders that the system attributes.
 * `npm run tool -- browser-conditions [--visits 10] [--only NAME] [--write]`: on a separate system; installs Debian's Chromium
 * where it is missing. --write puts the table into docs/browser-script.md. Exit code 1 where less than 97 % of the orders
 * are attributed, an order of a visitor who refused is, or a page saw an error.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { conditions } from '../browser/conditions.ts';
import { isEnough, replaceTable, tableOf } from '../browser/report.ts';
import { runConditions } from '../browser/run-conditions.ts';
import { print } from '../chaos/report.ts';
import { withOwnSystem } from '../chaos/with-own-system.ts';

const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '10' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const DOCUMENT = join(repositoryRoot(), 'docs/browser-script.md');
const env = { RATE_LIMIT_API_PER_MINUTE: '0', SCRIPT_PATH: '/assets/shop.js' };

await withOwnSystem(env, async (system) => {
  const chosen = conditions.filter(({ name }) => values.only === undefined || name === values.only);
  const { rows, browser, failures } = await runConditions(system, {
    conditions: chosen,
    visits: Number(values.visits),
    print,
  });
  const table = tableOf(rows, browser);
  print(table);
  for (const failure of failures) print(failure);
  if (values.write) {
    await writeFile(DOCUMENT, replaceTable(await readFile(DOCUMENT, 'utf8'), table));
  }
  process.exitCode = isEnough(rows) && failures.length === 0 ? 0 : 1;
});
