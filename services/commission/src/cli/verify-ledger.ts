import { openMongo } from '@tributary/mongo';
import { configOrExit, databaseOf, openLog } from '@tributary/service';
import { readCommissionConfig } from '../config.ts';
import { verifyLedger } from '../features/verify-ledger/verify-ledger.ts';
import { auditLedger } from '../store/ledger-audit.ts';
import { digest } from '../store/ledger-store.ts';

// Prints the report as JSON. Exit code 0: balanced; 1: differences; 2: could not be checked.
const config = configOrExit(() => readCommissionConfig(process.env));
const log = openLog('commission', 'error');
try {
  const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
  const report = await auditLedger(mongo, (audit) => verifyLedger(audit, digest));
  await mongo.close();
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.balanced ? 0 : 1;
} catch (error) {
  log.error({ err: error }, 'The ledger could not be checked');
  process.exitCode = 2;
}
