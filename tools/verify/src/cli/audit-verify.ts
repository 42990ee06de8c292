/**
 * Finds removed, changed and inserted entries of the audit log: follows every chain and compares it with the
 * heads that another service stored. `npm run tool -- audit-verify` ends with 1 where it finds one.
 * Environment: MONGO_URL and NAMESPACE, else those of the system that npm start runs.
 */
import { auditChecks } from '../checks/audit.ts';
import { runVerify } from '../run-verify.ts';

await runVerify(auditChecks);
