import {
  openCollections,
  openAccountData,
  openErasures,
  type Session,
  transactionOf,
} from '@tributary/mongo';
import { conversionMetrics, registerHistogram } from '@tributary/metrics';
import { openOwnerLookup, type Platform } from '@tributary/service';
import { openCommissions } from './clients/commissions-client.ts';
import { openCampaigns } from './clients/campaigns.ts';
import { openConversionsClient } from './clients/conversions-client.ts';
import { openClicksClient } from './clients/clicks-client.ts';
import { openKeyedHashes } from './clients/keyed-hashes.ts';
import { openNetworks } from '@tributary/networks';
import { type Config } from './config.ts';
import { accountCheckStore } from './store/account-check-store.ts';
import { accountGroupStore } from './store/account-group-store.ts';
import { affiliateIdentityStore } from './store/affiliate-identity-store.ts';
import { attributionChangeStore } from './store/attribution-change-store.ts';
import { assessmentStore } from './store/assessment-store.ts';
import { changedConversionStore } from './store/changed-conversion-store.ts';
import { type ClickSumStore, clickSumStore } from './store/click-sum-store.ts';
import { commissionStore } from './store/commission-store.ts';
import { creditStore } from './store/credit-store.ts';
import { deviceStore } from './store/device-store.ts';
import { factStore, neighbourStore } from './store/fact-store.ts';
import { fraudFigures } from './store/fraud-figures.ts';
import { fraudWeightsStore } from './store/fraud-weights-store.ts';
import { reviewFigures } from './store/review-figures.ts';
import { scoreStore } from './store/score-store.ts';
import { fraudSettingsStore } from './store/fraud-settings-store.ts';
import { journeyStore } from './store/journey-store.ts';
import { labelStore, openReviewHistories } from './store/label-store.ts';
import { type Collections, collections as declared } from './store/collections.ts';
import { openRefundHistories, refundStore } from './store/refund-store.ts';
import { liftStore } from './store/lift-store.ts';
import { reminderStore } from './store/reminder-store.ts';
import { replayStore } from './store/replay-store.ts';
import { openReuseHistories } from './store/reuse-history.ts';
import { settingsStore } from './store/settings-store.ts';
import { suspicionStore } from './store/suspicion-store.ts';
import { openTrafficCounters } from './store/traffic-counters.ts';
import { watchDrift } from './workflows/fraud-metrics.ts';
import { trainedModelStore } from './store/trained-model-store.ts';

/** Stores that assessments read. */
const openEvidence = (
  collections: Collections,
  { redis }: Pick<Platform, 'redis'>,
  config: Config,
  clickSums: ClickSumStore,
) => ({
  settings: settingsStore(collections),
  fraudSettings: fraudSettingsStore(collections),
  trainedModels: trainedModelStore(collections),
  identities: affiliateIdentityStore(collections),
  reviewHistories: openReviewHistories(collections),
  refundHistories: openRefundHistories(collections),
  reuseHistories: openReuseHistories(collections),
  traffic: openTrafficCounters(redis, config.namespace, { ...collections, clickSums }),
  findNetwork: openNetworks([config.HOSTING_RANGES_FILE, config.NETWORK_LIST_FILE]),
});

/** The owners of records that callers name before their events have arrived, and of the orders' clicks. */
function openClients(
  config: Config,
  { tokens }: Pick<Platform, 'tokens'>,
  { settings }: ReturnType<typeof openEvidence>,
) {
  const campaigns = openCampaigns(config, tokens);
  const clicks = openClicksClient(config.grpcAddresses.tracking, tokens);
  const conversions = openConversionsClient(config.grpcAddresses.tracking, tokens);
  const commissionBooks = openCommissions(config, tokens);
  return {
    campaigns,
    clicks,
    commissionBooks,
    conversions,
    /** A campaign's current settings, from its owner where no event of it has arrived yet. */
    findSettings: openOwnerLookup({
      find: settings.findCurrent,
      request: campaigns.getCampaign,
      save: settings.save,
    }),
    close: () => {
      for (const client of [campaigns, clicks, commissionBooks, conversions]) client.close();
      return Promise.resolve();
    },
  };
}

/** Stores that explain, sum up and learn from assessments. */
const openReports = (collections: Collections, { clock }: Pick<Platform, 'clock'>) => ({
  accountGroups: accountGroupStore(collections),
  journeys: journeyStore(collections),
  refunds: refundStore(collections),
  commissions: commissionStore(collections),
  figures: fraudFigures(collections, () => clock.now()),
  replays: replayStore(collections),
  fraudWeights: fraudWeightsStore(collections),
  lifts: liftStore(collections),
  reviews: reviewFigures(collections),
  scores: scoreStore(collections),
});

const settlingOf = (config: Config, { clock }: Pick<Platform, 'clock'>) => ({
  settleMs: config.ATTRIBUTION_SETTLE_MS,
  now: () => clock.now(),
});

/** Stores of attribution changes. */
const changeStoresOf = (
  collections: Collections,
  { clock }: Pick<Platform, 'clock'>,
  session?: Session,
) => ({
  attributionChanges: attributionChangeStore(collections, () => clock.now(), session),
  changedConversions: changedConversionStore(collections, session),
  credits: creditStore(collections, session),
});

/** Opens stores and clients. */
export async function openDeps(
  config: Config,
  platform: Pick<Platform, 'mongo' | 'redis' | 'clock' | 'newId' | 'log' | 'metrics' | 'tokens'>,
) {
  const { mongo, clock, newId, log, metrics } = platform;
  const collections = await openCollections(mongo.connection, declared);
  const clickSums = clickSumStore(mongo, collections);
  const pending = { owner: newId(), ...settlingOf(config, platform) };
  const storesOf = (session?: Session) => ({
    assessments: assessmentStore(collections, session),
    facts: factStore(collections, pending, session),
    labels: labelStore(collections, session),
    suspicions: suspicionStore(collections, session),
    accountChecks: accountCheckStore(collections, session),
    reminders: reminderStore(collections, session),
    neighbours: neighbourStore(collections, session),
    devices: deviceStore(collections, session),
    ...changeStoresOf(collections, platform, session),
  });
  const evidence = openEvidence(collections, platform, config, clickSums);
  const reports = openReports(collections, platform);
  watchDrift(platform, reports.scores.listDrifts);
  return {
    config,
    clock,
    newId,
    log,
    clickSums,
    hashes: openKeyedHashes(config),
    ...storesOf(),
    ...evidence,
    ...openClients(config, platform, evidence),
    ...reports,
    /** Until when conversions of this instance may be pending: an idle instance does not poll. */
    arrivals: { expectedUntil: 0 },
    assessmentDelay: registerHistogram(metrics.registry, conversionMetrics.assessmentDelay),
    transaction: transactionOf(mongo, storesOf),
    accountData: openAccountData(mongo.connection, declared),
    erasures: openErasures({ connection: mongo.connection, declared, clock }),
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
