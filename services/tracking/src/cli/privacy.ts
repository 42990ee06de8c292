import { parseArgs } from 'node:util';
import { openCollections, openMongo, transactionOf } from '@tributary/mongo';
import { configOrExit, databaseOf, openLog } from '@tributary/service';
import { z } from 'zod';
import { readTrackingConfig } from '../config.ts';
import { hashEmail } from '../clients/pseudonyms.ts';
import { clickStore } from '../store/click-store.ts';
import { conversionStore } from '../store/conversion-store.ts';
import { collections as declared } from '../store/collections.ts';
import { type ErasureStep } from '../store/customer-erasure-store.ts';
import { eraseStep } from '../workflows/erase-customer.ts';

const USAGE = `Erases the personal data of a customer

  npm run tool -- privacy erase --email <address>

deletes the data that links orders and clicks to the person, in all services; values, credit and commissions remain, so
that all sums stay the same. Prints the number of erased orders and clicks. Repeat it some minutes later
for orders and clicks that were on their way. Brands and administrators do
the same by DELETE /api/customer-data, which leaves a receipt.
Environment: MONGO_URL, EMAIL_PEPPER and the other settings of the tracking service, else the addresses of the system that
npm start runs. A running tracking service publishes the erasure to the other services.
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { email: { type: 'string' }, help: { type: 'boolean' } },
});
const address = z.email().safeParse(values.email?.trim());

type Erased = Readonly<Record<string, number>>;

async function erase(email: string): Promise<Erased> {
  const config = configOrExit(() => readTrackingConfig(process.env));
  const log = openLog('tracking', 'error');
  const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
  try {
    const collections = await openCollections(mongo.connection, declared);
    const transaction = transactionOf(mongo, (session) => ({
      conversions: conversionStore(collections, session),
      clicks: clickStore(collections, session),
    }));
    const value = hashEmail(email, config.EMAIL_PEPPER);
    const search = { by: 'customer_email', value, brandId: null } as const;
    const erased: Record<string, number> = {};
    const stepAfter = (after: string | null): Promise<ErasureStep> =>
      transaction((stores) => eraseStep(stores, { search, after }));
    let position: string | null | undefined = null;
    while (position !== undefined) {
      const step: ErasureStep = await stepAfter(position);
      for (const { collection, count } of step.counts) {
        erased[collection] = (erased[collection] ?? 0) + count;
      }
      position = step.position;
    }
    return erased;
  } finally {
    await mongo.close();
  }
}

if (positionals[0] !== 'erase' || !address.success) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  process.stdout.write(`${JSON.stringify({ erased: await erase(address.data) })}\n`);
}
