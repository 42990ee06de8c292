import { openMongo } from '@tributary/mongo';
import { mongoUrlOf } from '@tributary/mongo/access';
import { openLog } from '@tributary/service';
import { verifyLedger } from '../features/verify-ledger/verify-ledger.ts';
import { auditLedger } from '../store/ledger-audit.ts';
import { digest } from '../store/ledger-store.ts';

const USAGE = `The ledger, derived again from its entries

  npm run tool -- ledger verify

Prints {balanced, entries, accounts, differences []}. Exit code 0: balanced; 1: differences; 2: not checked.
Environment: MONGO_URL, MONGO_TLS_CA and NAMESPACE, else those of the system that npm start runs.`;

const complain = (text: string): number => {
  process.stderr.write(`${text}\n`);
  return 2;
};

async function verify(): Promise<number> {
  const url = mongoUrlOf(process.env);
  if (url === undefined) return complain('MONGO_URL is not set');
  const database = `${process.env['NAMESPACE'] ?? ''}tributary_commission`;
  const begun = performance.now();
  try {
    const mongo = await openMongo({ url, database, log: openLog('commission', 'error') });
    const report = await auditLedger(mongo, (audit) => verifyLedger(audit, digest));
    await mongo.close();
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    process.stderr.write(`${String(report.entries)} entries in ${seconds} s\n`);
    return report.balanced ? 0 : 1;
  } catch (error) {
    return complain(`Not checked: ${error instanceof Error ? error.message : String(error)}`);
  }
}

process.exitCode = process.argv[2] === 'verify' ? await verify() : complain(USAGE);
