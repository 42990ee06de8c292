import type { Platform } from '@tributary/service';
import { openGrpcClient } from '@tributary/grpc';
import { isDuplicateKey, type Mongo, transactionOf } from '@tributary/mongo';
import { askAttribution } from './attribution.ts';
import { openAffiliateLanes } from './affiliate-lanes.ts';
import type { Config } from './config.ts';
import { defaultScheme, PLATFORM_SCHEME } from './domain/tier.ts';
import { openLargeMoves } from './large-moves.ts';
import { collectionsOf, prepareCollections } from './store/collections.ts';
import { commissionReports } from './store/commission-reports.ts';
import { conversionReports, pendingReports } from './store/conversion-reports.ts';
import { auditLedger, type LedgerAudit } from './store/ledger-audit.ts';
import { rememberNames } from './store/known-names.ts';
import { digest } from './store/ledger-store.ts';
import { sumReports } from './store/sum-reports.ts';
import { tierFigures } from './store/tier-figures.ts';
import { traceReports } from './store/trace-reports.ts';
import { saveChanges, type Stores, storesOf } from './store/stores.ts';

const PAYOUT_TRANSACTION_MS = 30_000;

const patient = (mongo: Mongo): Mongo => ({
  ...mongo,
  limits: { ...mongo.limits, transactionTimeoutMs: PAYOUT_TRANSACTION_MS },
});

/** The platform has tiers from its first start on. */
async function addDefaultScheme({ tiers }: Stores, now: Date): Promise<void> {
  const known = await tiers.listSchemes([PLATFORM_SCHEME]);
  if (known.length > 0) return;
  try {
    await tiers.addScheme(defaultScheme(now));
  } catch (error) {
    // Another instance started at the same moment.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Opens what the service needs besides the engines. */
export async function openDeps(
  config: Config,
  platform: Pick<Platform, 'mongo' | 'clock' | 'newId'>,
) {
  const { mongo, clock, newId } = platform;
  await prepareCollections(mongo);
  const collections = collectionsOf(mongo);
  const stores = storesOf(collections);
  await addDefaultScheme(stores, clock.now());
  const address = config.grpcAddresses.attribution;
  const attribution = openGrpcClient('tributary.attribution.v1.Explanations', address);
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
    largeMoves: openLargeMoves(),
    reports: {
      ...commissionReports(collections),
      ...conversionReports(collections, () => clock.now().getTime()),
      ...pendingReports(collections),
      ...sumReports(collections),
      ...tierFigures(collections),
      ...traceReports(collections),
    },
    explainPath: askAttribution(attribution),
    digest,
    /** Opens the whole of the books, as they are at this moment. */
    audit: <T>(work: (audit: LedgerAudit) => Promise<T>) => auditLedger(mongo, work),
    close: () => {
      attribution.close();
      return Promise.resolve();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
