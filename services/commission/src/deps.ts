import { openOwnerLookup, type Platform } from '@tributary/service';
import {
  isDuplicateKey,
  type Mongo,
  openCollections,
  openAccountData,
  openErasures,
  type Transaction,
  transactionOf,
} from '@tributary/mongo';
import { openAttributionClient } from './clients/attribution-client.ts';
import { openCampaignClient } from './clients/campaign-client.ts';
import { openConversionsClient } from './clients/conversions-client.ts';
import { openTrackingClient } from './clients/tracking-client.ts';
import { openAffiliateLock } from './workflows/affiliate-lock.ts';
import type { Config } from './config.ts';
import { defaultScheme, PLATFORM_SCHEME } from './domain/tier.ts';
import { openLargeTransactions } from './workflows/large-transactions.ts';
import { collections as declared } from './store/collections.ts';
import { commissionReports } from './store/commission-reports.ts';
import { conversionReports, pendingReports } from './store/conversion-reports.ts';
import { balanceSums } from './store/balance-sums.ts';
import { auditLedger, type LedgerAudit } from './store/ledger-audit.ts';
import { cacheCampaignNames } from './store/campaign-name-cache.ts';
import { digest } from './store/ledger-store.ts';
import { sumReports } from './store/sum-reports.ts';
import { tierFigures } from './store/tier-figures.ts';
import { traceReports } from './store/trace-reports.ts';
import { observeVisible, watchBalances } from './workflows/commission-metrics.ts';
import { copyCampaign } from './workflows/copy-campaign.ts';
import { saveChanges, type Stores, storesOf } from './store/stores.ts';

const PAYOUT_TRANSACTION_MS = 30_000;

const withLongTransactions = (mongo: Mongo): Mongo => ({
  ...mongo,
  limits: { ...mongo.limits, transactionTimeoutMs: PAYOUT_TRANSACTION_MS },
});

/** Stores the platform's default tiers on the first start. */
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

/** The services that are called, and the campaigns of the copy, else of their owner. */
function openOwners(
  { grpcAddresses }: Config,
  { tokens }: Pick<Platform, 'tokens'>,
  { stores, transaction }: { readonly stores: Stores; readonly transaction: Transaction<Stores> },
) {
  const attribution = openAttributionClient(grpcAddresses.attribution, tokens);
  const campaign = openCampaignClient(grpcAddresses.campaign, tokens);
  const conversions = openConversionsClient(grpcAddresses.tracking, tokens);
  const orders = openTrackingClient(grpcAddresses.tracking, tokens);
  return {
    conversions,
    findCampaign: openOwnerLookup({
      find: stores.campaigns.find,
      request: campaign.getCampaign,
      save: copyCampaign({ transaction }),
    }),
    explainAttribution: attribution.explain,
    judgeAgain: attribution.judgeAgain,
    mayReadTerms: campaign.mayReadTerms,
    findMetadata: orders.findMetadata,
    close: () => {
      for (const client of [attribution, campaign, conversions, orders]) client.close();
      return Promise.resolve();
    },
  };
}

/** Opens what the service needs besides the engines. */
export async function openDeps(
  config: Config,
  platform: Pick<Platform, 'mongo' | 'clock' | 'newId' | 'tokens' | 'metrics'>,
) {
  const { mongo, clock, newId } = platform;
  const collections = await openCollections(mongo.connection, declared);
  const stores = storesOf(collections);
  await addDefaultScheme(stores, clock.now());
  const transaction = transactionOf(mongo, (session) => storesOf(collections, session));
  watchBalances(platform, balanceSums(collections));
  return {
    config,
    clock,
    newId,
    /** Reads outside transactions. */
    stores,
    findCampaignNames: cacheCampaignNames(stores.campaigns.findNames),
    transaction,
    /** For payouts of thousands of commissions; a caller that timed out finds the result when it retries. */
    payoutTransaction: transactionOf(withLongTransactions(mongo), (session) =>
      storesOf(collections, session),
    ),
    /** Saves a decision within the current transaction. */
    saveChanges,
    withAffiliateLock: openAffiliateLock(config.LEDGER_CONCURRENCY),
    largeTransactions: openLargeTransactions(),
    reports: {
      ...commissionReports(collections),
      ...conversionReports(collections),
      ...pendingReports(collections),
      ...sumReports(collections),
      ...tierFigures(collections),
      ...traceReports(collections),
    },
    ...openOwners(config, platform, { stores, transaction }),
    digest,
    observeVisible: observeVisible(platform),
    /** Reads the whole ledger as of one moment. */
    audit: <T>(work: (audit: LedgerAudit) => Promise<T>) => auditLedger(mongo, work),
    accountData: openAccountData(mongo.connection, declared),
    erasures: openErasures({ connection: mongo.connection, declared, clock }),
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
