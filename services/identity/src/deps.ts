import {
  openCollections,
  openAccountData,
  openErasures,
  type Session as MongoSession,
  transactionOf,
} from '@tributary/mongo';
import {
  openInnerClient,
  openOtherAccountData,
  openRateLimiter,
  openStateCollector,
  type Platform,
  type ServiceState,
} from '@tributary/service';
import { DAY_MS, DAY_SECONDS } from '@tributary/units';
import { ACCESS_TOKEN_SECONDS } from './domain/access-claims.ts';
import { type Config } from './config.ts';
import { createFirstAdmin } from './workflows/create-first-admin.ts';
import { openSignInLimits } from './store/sign-in-limits.ts';
import { openCommonPasswords } from './clients/common-passwords.ts';
import { openPasswordHasher } from './clients/password-hasher.ts';
import { openIdSettingsOf, openOpenIdProvider } from './clients/openid-provider.ts';
import { openPasskeyVerifier } from './clients/passkey-verifier.ts';
import { openSecretCipher } from './clients/secret-cipher.ts';
import { accountLinkStore } from './store/account-link-store.ts';
import { auditStore } from './store/audit-store.ts';
import { apiKeyStore } from './store/api-key-store.ts';
import { membershipStore } from './store/membership-store.ts';
import { teamInvitationStore } from './store/team-invitation-store.ts';
import { type Collections, collections as declared } from './store/collections.ts';
import { oidcLinkStore, oidcRedirectStore } from './store/oidc-store.ts';
import { passkeyChallengeStore } from './store/passkey-challenge-store.ts';
import { passkeyStore } from './store/passkey-store.ts';
import { relyingPartyOf } from './domain/relying-party.ts';
import { resetRequestStore } from './store/reset-request-store.ts';
import { restatementStore } from './store/restatement-store.ts';
import { secondFactorStore } from './store/second-factor-store.ts';
import { sessionStore } from './store/session-store.ts';
import { signInChallengeStore } from './store/sign-in-challenge-store.ts';
import { signingKeyStore } from './store/signing-key-store.ts';
import { apiRequestStore } from './store/api-request-store.ts';
import { usageNoteStore } from './store/usage-note-store.ts';
import { userStore } from './store/user-store.ts';
import { openKeyRing } from './workflows/key-ring.ts';
import { openAccessTokenIssuer } from './workflows/access-token-issuer.ts';

/** New keys are published ten minutes ahead, because token verifiers cache keys for less. */
const PUBLISH_AHEAD_MS = 600_000;
const PUBLISH_AFTER_MS = (ACCESS_TOKEN_SECONDS + 3_600) * 1_000;

/** The stores of accounts; in a transaction where a session is given. */
const storesOf = (collections: Collections, session: MongoSession | null = null) => ({
  users: userStore(collections, session),
  sessions: sessionStore(collections, session),
  apiKeys: apiKeyStore(collections, session),
  memberships: membershipStore(collections, session),
  teamInvitations: teamInvitationStore(collections, session),
  accountLinks: accountLinkStore(collections, session),
  resetRequests: resetRequestStore(collections, session),
  usageNotes: usageNoteStore(collections, session),
  apiRequests: apiRequestStore(collections),
  restatements: restatementStore(collections, session),
  oidcLinks: oidcLinkStore(collections, session),
  oidcRedirects: oidcRedirectStore(collections),
  passkeys: passkeyStore(collections, session),
  passkeyChallenges: passkeyChallengeStore(collections),
  secondFactors: secondFactorStore(collections, session),
  signInChallenges: signInChallengeStore(collections, session),
  auditLog: auditStore(collections, session),
});

const relyingParty = ({ publicUrl, WEBAUTHN_RP_ID: id, WEBAUTHN_ORIGINS: origins }: Config) =>
  relyingPartyOf({ publicUrl, id, origins });

const openTeamInvitationLimit = (config: Config, redis: Platform['redis']) =>
  openRateLimiter(redis, config.namespace, {
    name: 'team-invitations',
    points: config.RATE_LIMIT_TEAM_INVITATIONS_PER_DAY,
    windowSeconds: DAY_SECONDS,
  });

const openAccountExportLimit = (config: Config, redis: Platform['redis']) =>
  openRateLimiter(redis, config.namespace, {
    name: 'account-exports',
    points: config.RATE_LIMIT_ACCOUNT_EXPORTS_PER_DAY,
    windowSeconds: DAY_SECONDS,
  });

const openLimits = (config: Config, redis: Platform['redis']) =>
  openSignInLimits(redis, {
    namespace: config.namespace,
    loginPerMinute: config.RATE_LIMIT_LOGIN_PER_MINUTE,
    registerPerMinute: config.RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP,
    accountMailsPerHour: config.RATE_LIMIT_ACCOUNT_MAILS_PER_HOUR,
    codesPerHour: config.RATE_LIMIT_SECOND_FACTOR_PER_HOUR,
  });

const openProvider = (config: Config, log: Platform['log']) => {
  const settings = openIdSettingsOf(config);
  return settings === undefined ? undefined : openOpenIdProvider(settings, log);
};

const keyTermsOf = (config: Config) => ({
  rotateEveryMs: config.SIGNING_KEY_ROTATION_DAYS * DAY_MS,
  publishAheadMs: PUBLISH_AHEAD_MS,
  publishAfterMs: PUBLISH_AFTER_MS,
});

type ReadState = () => Promise<ServiceState>;

/** What is requested of other services. */
function openOthers(config: Config, { tokens }: Pick<Platform, 'tokens'>, readOwnState: ReadState) {
  const { service } = config;
  const client = openInnerClient(config, tokens);
  return {
    otherAccountData: openOtherAccountData(service, client),
    states: openStateCollector({ client, service, readOwnState }),
    closeOthers: () => client.close(),
  };
}

/** Opens stores, keys and limits. */
export async function openDeps(config: Config, platform: Platform, readOwnState: ReadState) {
  const { mongo, redis, clock, newId, log, metrics, verifier } = platform;
  const collections = await openCollections(mongo.connection, declared);
  const cipher = openSecretCipher(config.IDENTITY_KEY_ENCRYPTION_KEY);
  const keyRing = await openKeyRing({
    store: signingKeyStore(collections),
    cipher,
    clock,
    newId,
    terms: keyTermsOf(config),
  });
  const erasures = openErasures({ connection: mongo.connection, declared, clock });
  const transaction = transactionOf(mongo, (session) => ({
    ...storesOf(collections, session),
    requestErasure: (accountId: string, addresses: readonly string[]) =>
      erasures.request(accountId, { addresses, session }),
  }));
  const { closeOthers, ...others } = openOthers(config, platform, readOwnState);
  const passwords = openPasswordHasher(config.ARGON2_MEMORY_KIB);
  const stores = storesOf(collections);
  const { users } = stores;
  await openFirstAdmin(config, { users, transaction, passwords, clock, newId, log });
  return {
    config,
    clock,
    newId,
    log,
    metrics,
    redis,
    verifier,
    keyRing,
    cipher,
    tokens: openAccessTokenIssuer({ keyRing, newId }),
    passwords,
    accountExportLimit: openAccountExportLimit(config, redis),
    ...others,
    teamInvitationLimit: openTeamInvitationLimit(config, redis),
    oidcProvider: openProvider(config, log),
    passkeyVerifier: openPasskeyVerifier(relyingParty(config), log),
    commonPasswords: openCommonPasswords(),
    limits: openLimits(config, redis),
    ...stores,
    accountData: openAccountData(mongo.connection, declared),
    erasures,
    transaction,
    close: closeOthers,
  };
}

const openFirstAdmin = (config: Config, parts: Parameters<typeof createFirstAdmin>[0]) =>
  createFirstAdmin(parts, {
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
    exposed: config.exposed,
    print: (line) => process.stdout.write(`${line}\n`),
  });

export type Deps = Awaited<ReturnType<typeof openDeps>>;
