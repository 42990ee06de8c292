import type { Platform } from '@tributary/service';
import { type Mongo, transactionOf } from '@tributary/mongo';
import { openAffiliateLanes } from './affiliate-lanes.ts';
import type { Config } from './config.ts';
import { collectionsOf, prepareCollections } from './store/collections.ts';
import { commissionReports } from './store/commission-reports.ts';
import { conversionReports, pendingReports } from './store/conversion-reports.ts';
import { auditLedger, type LedgerAudit } from './store/ledger-audit.ts';
import { rememberNames } from './store/known-names.ts';
import { digest } from './store/ledger-store.ts';
import { saveChanges, storesOf } from './store/stores.ts';

const PAYOUT_TRANSACTION_MS = 30_000;

const patient = (mongo: Mongo): Mongo => ({
  ...mongo,
  limits: { ...mongo.limits, transactionTimeoutMs: PAYOUT_TRANSACTION_MS },
});

/** Opens what the service needs besides the engines. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, clock, newId } = platform;
  await prepareCollections(mongo);
  const collections = collectionsOf(mongo);
  const stores = storesOf(collections);
  return {
    config,
    clock,
    newId,
    /** Reads outside transactions. */
    stores,
    findNames: rememberNames(stores.campaigns.findNames),
    transaction: transactionOf(mongo, (session) => storesOf(collections, session)),
    /** For payouts, which may concern thousands of commissions; a caller who gave up finds it done. */
    payoutTransaction: transactionOf(patient(mongo), (session) => storesOf(collections, session)),
    /** Saves a decision within the transaction at hand. */
    saveChanges,
    lanes: openAffiliateLanes(config.LEDGER_CONCURRENCY),
    reports: {
      ...commissionReports(collections),
      ...conversionReports(collections),
      ...pendingReports(collections),
    },
    digest,
    /** Opens the whole of the books, as they are at this moment. */
    audit: <T>(work: (audit: LedgerAudit) => Promise<T>) => auditLedger(mongo, work),
    close: () => Promise.resolve(),
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
