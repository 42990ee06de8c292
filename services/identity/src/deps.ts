import { openCollections, transactionOf } from '@tributary/mongo';
import { type Platform } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import { ACCESS_TOKEN_SECONDS } from './domain/access-claims.ts';
import { type Config } from './config.ts';
import { createFirstAdmin } from './workflows/create-first-admin.ts';
import { openSignInLimits } from './store/sign-in-limits.ts';
import { openPasswordHasher } from './clients/password-hasher.ts';
import { openSecretCipher } from './clients/secret-cipher.ts';
import { apiKeyStore } from './store/api-key-store.ts';
import { collections as declared } from './store/collections.ts';
import { sessionStore } from './store/session-store.ts';
import { signingKeyStore } from './store/signing-key-store.ts';
import { usageNoteStore } from './store/usage-note-store.ts';
import { userStore } from './store/user-store.ts';
import { openKeyRing } from './workflows/key-ring.ts';
import { openAccessTokenIssuer } from './workflows/access-token-issuer.ts';

/** New keys are published ten minutes ahead, because token verifiers cache keys for less. */
const PUBLISH_AHEAD_MS = 600_000;
const PUBLISH_AFTER_MS = (ACCESS_TOKEN_SECONDS + 3_600) * 1_000;

/** Opens stores, keys and limits. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, redis, clock, newId, log, metrics, verifier } = platform;
  const collections = await openCollections(mongo.connection, declared);
  const keyRing = await openKeyRing({
    store: signingKeyStore(collections),
    cipher: openSecretCipher(config.IDENTITY_KEY_ENCRYPTION_KEY),
    clock,
    newId,
    terms: {
      rotateEveryMs: config.SIGNING_KEY_ROTATION_DAYS * DAY_MS,
      publishAheadMs: PUBLISH_AHEAD_MS,
      publishAfterMs: PUBLISH_AFTER_MS,
    },
  });
  const transaction = transactionOf(mongo, (session) => ({
    users: userStore(collections, session),
    sessions: sessionStore(collections, session),
    usageNotes: usageNoteStore(collections, session),
  }));
  const passwords = openPasswordHasher();
  const users = userStore(collections);
  await createFirstAdmin(
    { users, transaction, passwords, clock, newId, log },
    { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD },
  );
  return {
    config,
    clock,
    newId,
    log,
    metrics,
    redis,
    verifier,
    keyRing,
    tokens: openAccessTokenIssuer({ keyRing, newId }),
    passwords,
    limits: openSignInLimits(redis, {
      namespace: config.namespace,
      loginPerMinute: config.RATE_LIMIT_LOGIN_PER_MINUTE,
      registerPerMinute: config.RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP,
    }),
    users,
    sessions: sessionStore(collections),
    apiKeys: apiKeyStore(collections),
    transaction,
    close: () => Promise.resolve(),
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
