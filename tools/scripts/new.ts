/**
 * Adds a service or an operation after the plan, with a first test that passes.
 *
 *   npm run new -- service NAME                          a service with one operation
 *   npm run new -- operation SERVICE operationId [PATH]  a GET route in its own folder
 */
import { join } from 'node:path';
import { addOperation } from './new/operation.ts';
import { addService } from './new/service.ts';

const root = join(import.meta.dirname, '..', '..');
const USAGE = 'npm run new -- service NAME | operation SERVICE operationId [PATH]';

const [kind, ...names] = process.argv.slice(2);
try {
  if (kind === 'service' && names.length === 1) addService(root, names[0] ?? '');
  else if (kind === 'operation' && (names.length === 2 || names.length === 3)) {
    const [service = '', operationId = '', path] = names;
    addOperation(root, { service, operationId, ...(path === undefined ? {} : { path }) });
  } else throw new Error(USAGE);
  process.stdout.write('Next: npm run gen, then npm run check\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
