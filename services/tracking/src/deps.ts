import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  openCollections,
  openAccountData,
  openErasures,
  type Session,
  suspensionStore,
  transactionOf,
} from '@tributary/mongo';
import { type Clock, openRateLimiter, type Platform } from '@tributary/service';
import { MIB } from '@tributary/units';
import { openAttributionClient } from './clients/attribution-client.ts';
import { openCampaignClient } from './clients/campaign-client.ts';
import { openClickProgress } from './clients/click-progress.ts';
import { createCipher } from './clients/cipher.ts';
import { openCommissionClient } from './clients/commission-client.ts';
import { openIdentification } from './clients/identification.ts';
import { newTrackingSecret } from './clients/pseudonyms.ts';
import { openShopClient } from './clients/shop-client.ts';
import { openWebhookClient } from './clients/webhook-client.ts';
import { type Config } from './config.ts';
import { campaignStore } from './store/campaign-store.ts';
import { capStore, countBefore } from './store/cap-store.ts';
import { claimSettingsStore } from './store/claim-settings-store.ts';
import { claimStore } from './store/claim-store.ts';
import { openClickCache } from './store/click-cache.ts';
import { openClickCaps } from './store/click-caps.ts';
import { openClickFinder } from './store/click-finder.ts';
import { clickList } from './store/click-list.ts';
import { openClickLog } from './store/click-log.ts';
import { openClickCounts, watchSpool } from './store/click-metrics.ts';
import { type ClickSpool, noClickSpool, openClickSpool } from './store/click-spool.ts';
import { clickStore } from './store/click-store.ts';
import { conversionAnalytics } from './store/conversion-analytics.ts';
import { conversionLists } from './store/conversion-lists.ts';
import { conversionStore } from './store/conversion-store.ts';
import { countClicks } from './store/count-clicks.ts';
import { customerBindingStore } from './store/customer-binding-store.ts';
import { customerErasureStore } from './store/customer-erasure-store.ts';
import { integrationStore } from './store/integration-store.ts';
import { journeyStore } from './store/journey-store.ts';
import { linkStore } from './store/link-store.ts';
import { type Collections, collections as declared } from './store/collections.ts';
import { pendingShopEvents } from './store/pending-shop-events.ts';
import { secretStore } from './store/secret-store.ts';
import { couponStore } from './store/coupon-store.ts';
import { openShopSightings } from './store/shop-sightings.ts';
import { findTiers, tierStore } from './store/tier-store.ts';
import { trackingAlarmStore, trackingHealth } from './store/tracking-health.ts';
import { type BrandSecrets, openBrandSecrets } from './workflows/brand-secrets.ts';
import { createCallGuard } from './workflows/call-guard.ts';
import { openClickSubscribers } from './workflows/click-subscribers.ts';
import { openCommitter } from './workflows/commit-conversions.ts';
import { openDirectories } from './workflows/open-directories.ts';
import { openReviewer } from './workflows/review-conversions.ts';

/** A worker answers no redirect; the spool on its machine belongs to the edge, which replays it. */
const openSpool = (config: Config): Promise<ClickSpool> =>
  config.role === 'worker'
    ? Promise.resolve(noClickSpool)
    : openClickSpool({
        directory: path.join(
          config.CLICK_SPOOL_DIR,
          config.namespace === '' ? 'default' : config.namespace,
        ),
        maxBytes: config.CLICK_SPOOL_MAX_MB * MIB,
      });

async function openClicks(config: Config, platform: Platform, collections: Collections) {
  const { redis, bus, log, clock, metrics, yieldToCalls } = platform;
  const { namespace } = config;
  const clicks = clickStore(collections);
  const clickCache = openClickCache(redis, { namespace, hotSeconds: config.CLICK_HOT_SECONDS });
  const spool = await openSpool(config);
  const ackTimeoutMs = config.CLICK_ACK_TIMEOUT_MS;
  // The spool has what Kafka refuses once: another attempt would delay the visitor.
  const publisher = bus.publisher({ maxQueued: 20_000, retryForMs: 0 });
  watchSpool(metrics, { spool, clock });
  const clickLog = openClickLog({
    publisher,
    spool,
    cache: clickCache,
    log,
    yieldToCalls,
    ackTimeoutMs,
    ...openClickCounts(metrics),
  });
  const clickFinder = openClickFinder(clickCache, clicks, clock);
  const clickCaps = openClickCaps({ redis, namespace, countClicks: countClicks(collections), log });
  return { clicks, clickCache, clickLog, clickFinder, clickCaps, publisher, spool };
}

function openGuard(config: Config, { redis }: Platform, brandSecrets: BrandSecrets) {
  const limit = (name: string, points: number, windowSeconds: number) =>
    openRateLimiter(redis, config.namespace, { name, points, windowSeconds });
  return createCallGuard({
    requiresSignatures: config.requiresSignatures,
    brandSecrets,
    perAddress: limit('tracking-ip', config.RATE_LIMIT_TRACKING_PER_HOUR_PER_IP, 3_600),
    perBrand: limit('tracking-brand', config.RATE_LIMIT_TRACKING_PER_MINUTE_PER_BRAND, 60),
    platform: {
      direct: config.POSTBACK_SECRET_DIRECT,
      source_a: config.POSTBACK_SECRET_SOURCE_A,
      source_b: config.POSTBACK_SECRET_SOURCE_B,
      source_c: config.POSTBACK_SECRET_SOURCE_C,
      source_d: config.POSTBACK_SECRET_SOURCE_D,
      source_e: config.POSTBACK_SECRET_SOURCE_E,
      custom: config.POSTBACK_SECRET_CUSTOM,
    },
  });
}

function openClients(config: Config, { tokens }: Platform) {
  const { grpcAddresses, INTEGRATION_ALLOW_PRIVATE: allowPrivate } = config;
  const campaignClient = openCampaignClient(grpcAddresses.campaign, tokens);
  const attributionClient = openAttributionClient(grpcAddresses.attribution, tokens);
  const commissionClient = openCommissionClient(grpcAddresses.commission, tokens);
  const webhookClient = openWebhookClient(grpcAddresses.webhook, tokens);
  const shopClient = openShopClient({ allowPrivate });
  const closeClients = async (): Promise<void> => {
    const internal = [campaignClient, attributionClient, commissionClient, webhookClient];
    for (const client of internal) client.close();
    await shopClient.close();
  };
  const services = { campaignClient, attributionClient, commissionClient, webhookClient };
  return { ...services, shopClient, closeClients };
}

/** The stores that take part in transactions. */
const transactionalStores = (collections: Collections) => (session: Session) => ({
  campaigns: campaignStore(collections, session),
  links: linkStore(collections, session),
  coupons: couponStore(collections, session),
  conversions: conversionStore(collections, session),
  caps: capStore(collections, session),
  tiers: tierStore(collections, session),
  integrations: integrationStore(collections, session),
  suspensions: suspensionStore(collections.suspensions, session),
  secrets: secretStore(collections, session),
  clicks: clickStore(collections, session),
  customerErasures: customerErasureStore(collections, session),
  trackingAlarms: trackingAlarmStore(collections, session),
  claims: claimStore(collections, session),
  claimSettings: claimSettingsStore(collections, session),
});

/** The stores outside transactions. */
const openStores = (collections: Collections, clock: Clock) => ({
  campaigns: campaignStore(collections),
  links: linkStore(collections),
  coupons: couponStore(collections),
  conversions: conversionStore(collections),
  secrets: secretStore(collections),
  integrations: integrationStore(collections),
  suspensions: suspensionStore(collections.suspensions),
  conversionLists: conversionLists(collections),
  clickList: clickList(collections),
  conversionAnalytics: conversionAnalytics(collections),
  countBefore: countBefore(collections),
  findTiers: findTiers(collections),
  journeys: journeyStore(collections),
  trackingAlarms: trackingAlarmStore(collections),
  claims: claimStore(collections),
  claimSettings: claimSettingsStore(collections),
  trackingHealth: trackingHealth(collections, clock),
  pendingShopEvents: pendingShopEvents(collections),
  customerBindings: customerBindingStore(collections),
  customerErasures: customerErasureStore(collections),
});

/** Opens the dependencies of the features. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, log, clock, newId, yieldToCalls } = platform;
  const collections = await openCollections(mongo.connection, declared);
  const transaction = transactionOf(mongo, transactionalStores(collections));
  const { closeClients, ...clients } = openClients(config, platform);
  const stores = openStores(collections, clock);
  const { conversions } = stores;
  const { campaignClient } = clients;
  const cipher = createCipher(config.TRACKING_SECRETS_KEY);
  const brandSecrets = openBrandSecrets(stores.secrets, cipher);
  const { spool, ...clicks } = await openClicks(config, platform, collections);
  return {
    ...clicks,
    ...clients,
    ...stores,
    ...openIdentification(config, newId),
    config,
    log,
    clock,
    newId,
    yieldToCalls,
    newRandomId: randomUUID,
    newTrackingSecret,
    shopSightings: openShopSightings(platform.redis, config.namespace),
    transaction,
    cipher,
    brandSecrets,
    ...openDirectories({ ...stores, campaignClient, clock, transaction, log }),
    areClicksStored: openClickProgress(platform.bus, config.service),
    committer: openCommitter({ conversions, findTiers: stores.findTiers, transaction }),
    reviewConversions: openReviewer({ ...platform, ...clients, ...stores, transaction }),
    findClickSubscribers: openClickSubscribers({ ...clients, clock, log }),
    guard: openGuard(config, platform, brandSecrets),
    isSpoolFull: () => spool.state().isFull,
    accountData: openAccountData(mongo.connection, declared),
    erasures: openErasures({ connection: mongo.connection, declared, clock }),
    close: async (): Promise<void> => {
      await closeClients();
      await spool.close();
    },
  };
}
export type Deps = Awaited<ReturnType<typeof openDeps>>;
