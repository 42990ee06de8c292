import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { ensureCollections, transactionOf } from '@tributary/mongo';
import { openRateLimiter, type Platform } from '@tributary/service';
import { MIB } from '@tributary/units';
import { type Config } from './config.ts';
import { readAgent } from './domain/agent.ts';
import { createCallGuard } from './workflows/call-guard.ts';
import { openCommitter } from './workflows/commit-conversions.ts';
import { answeringInTime } from './workflows/deadline.ts';
import { openHeldSecrets } from './workflows/brand-secrets.ts';
import { openLinkDirectory } from './workflows/link-directory.ts';
import { openPlaces } from './clients/geo-location.ts';
import { openRemote } from './clients/remote.ts';
import { createRush } from './workflows/load-gauge.ts';
import { anonymousVisitor, createSeal, emailHash, newTrackingSecret } from './clients/cipher.ts';
import { capStore, countBefore } from './store/cap-store.ts';
import { earlyStoreWords } from './store/pending-shop-events.ts';
import { openStoreClient } from './clients/shop-client.ts';
import { campaignStore } from './store/campaign-store.ts';
import { openClickCaps } from './store/click-caps.ts';
import { openClickCache } from './store/click-cache.ts';
import { countClicks } from './store/count-clicks.ts';
import { openClickFinder } from './store/click-finder.ts';
import { openClickLog } from './store/click-log.ts';
import { openClickSpool } from './store/click-spool.ts';
import { clickStore } from './store/click-store.ts';
import { conversionAnalytics } from './store/conversion-analytics.ts';
import { conversionLists } from './store/conversion-lists.ts';
import { conversionStore } from './store/conversion-store.ts';
import { integrationStore } from './store/integration-store.ts';
import { linkStore } from './store/link-store.ts';
import { type Models, openModels, type Session } from './store/models.ts';
import { secretStore } from './store/secret-store.ts';
import { findTiers, tierStore } from './store/tier-store.ts';

const KNOWN_AGENTS = 5_000;
const KNOWN_ADDRESSES = 5_000;
/** Agents are half as long; what is longer is read each time, so that nobody fills the memory with them. */
const REMEMBERED_CHARACTERS = 512;
/** mongoose's ready state while there is a primary. */
const CONNECTED = 1;

/**
 * Reading an agent takes longer than all else in a redirect, finding an address as long as most of it,
 * and the same ones come again.
 */
function rememberLast<Answer extends object>(max: number, ask: (text: string) => Answer) {
  const known = new LRUCache<string, Answer>({ max });
  return (text: string): Answer => {
    const seen = known.get(text);
    if (seen !== undefined) return seen;
    const answer = ask(text);
    if (text.length <= REMEMBERED_CHARACTERS) known.set(text, answer);
    return answer;
  };
}

async function openClicks(config: Config, platform: Platform, models: Models) {
  const { redis, bus, log, clock } = platform;
  const { namespace } = config;
  const clicks = clickStore(models);
  const clickCache = openClickCache(redis, { namespace, hotSeconds: config.CLICK_HOT_SECONDS });
  const spool = await openClickSpool({
    directory: path.join(config.CLICK_SPOOL_DIR, namespace === '' ? 'default' : namespace),
    maxBytes: config.CLICK_SPOOL_MAX_MB * MIB,
  });
  const ackTimeoutMs = config.CLICK_ACK_TIMEOUT_MS;
  const publisher = bus.publisher({ maxQueued: 20_000, retryForMs: 2 * ackTimeoutMs });
  const clickLog = openClickLog({ publisher, spool, cache: clickCache, log, ackTimeoutMs });
  const clickFinder = openClickFinder(clickCache, clicks, clock);
  const clickCaps = openClickCaps({ redis, namespace, countClicks: countClicks(models), log });
  return { clicks, clickCache, clickLog, clickFinder, clickCaps, publisher, spool };
}

function openGuard(config: Config, platform: Platform, heldSecrets: HeldSecretsOf) {
  const { redis } = platform;
  const limit = (name: string, points: number, windowSeconds: number) =>
    openRateLimiter(redis, config.namespace, { name, points, windowSeconds });
  return createCallGuard({
    production: config.production,
    held: heldSecrets,
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
type HeldSecretsOf = ReturnType<typeof openHeldSecrets>;

/** What takes part in transactions. */
const storesWithin = (models: Models) => (session: Session) => ({
  campaigns: campaignStore(models, session),
  links: linkStore(models, session),
  conversions: conversionStore(models, session),
  caps: capStore(models, session),
  tiers: tierStore(models, session),
  integrations: integrationStore(models, session),
});

const rememberPlaces = ({ COUNTRY_FILE: countryFile, CITY_FILE: cityFile }: Config) =>
  rememberLast(KNOWN_ADDRESSES, openPlaces({ countryFile, cityFile }));

/** Throws where the file cannot be read, so that a wrong setting shows at start. */
const readDomains = (file: string | undefined): ReadonlySet<string> =>
  new Set(
    file === undefined
      ? []
      : readFileSync(file, 'utf8')
          .split('\n')
          .map((line) => line.trim().toLowerCase())
          .filter((line) => line !== '' && !line.startsWith('#')),
  );

const emailHashes =
  (pepper: string) =>
  (address: string | undefined): string | null =>
    address === undefined ? null : emailHash(address, pepper);

/** What looks at many conversions at once. */
const readersOf = (models: Models) => ({
  conversionLists: conversionLists(models),
  conversionAnalytics: conversionAnalytics(models),
  countBefore: countBefore(models),
  findTiers: findTiers(models),
  earlyStoreWords: earlyStoreWords(models),
});

/** Opens what the features need. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, log, clock, newId } = platform;
  const models = openModels(mongo.connection);
  await ensureCollections(mongo.connection, Object.values(models));
  const transaction = transactionOf(mongo, storesWithin(models));
  const remote = openRemote(config);
  const links = linkStore(models);
  const storeClient = openStoreClient({ allowPrivate: config.INTEGRATION_ALLOW_PRIVATE });
  const conversions = conversionStore(models);
  const secrets = secretStore(models);
  const seal = createSeal(config.TRACKING_SECRETS_KEY);
  const heldSecrets = openHeldSecrets(secrets, seal);
  const { spool, ...clicks } = await openClicks(config, platform, models);
  return {
    ...clicks,
    config,
    log,
    clock,
    newId,
    transaction,
    links,
    conversions,
    ...readersOf(models),
    secrets,
    integrations: integrationStore(models),
    storeClient,
    seal,
    heldSecrets,
    newTrackingSecret,
    remote,
    directory: openLinkDirectory({ links, campaigns: campaignStore(models), remote, log }),
    answerInTime: answeringInTime(() => (mongo.connection.readyState as number) === CONNECTED),
    committer: openCommitter({ conversions, findTiers: findTiers(models), transaction }),
    guard: openGuard(config, platform, heldSecrets),
    rush: createRush(),
    readAgent: rememberLast(KNOWN_AGENTS, readAgent),
    findPlace: rememberPlaces(config),
    hashEmail: emailHashes(config.EMAIL_PEPPER),
    disposableDomains: readDomains(config.DISPOSABLE_EMAIL_FILE),
    anonymousVisitor: (ip: string, userAgent: string): string =>
      anonymousVisitor(ip, userAgent, config.EMAIL_PEPPER),
    close: async (): Promise<void> => {
      remote.close();
      await storeClient.close();
      await spool.close();
    },
  };
}
export type Deps = Awaited<ReturnType<typeof openDeps>>;
