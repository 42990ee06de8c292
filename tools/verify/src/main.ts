/**
 * `npm run verify`: the invariants that money and events must keep, over all databases and the provider
 * sandbox. One exit code. Addresses come from the environment, or from the system that `npm start` runs.
 */
import { runVerify } from './run-verify.ts';
import { allChecks } from './verify.ts';

await runVerify(allChecks);
