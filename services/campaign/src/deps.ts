import { randomBytes, randomInt } from 'node:crypto';
import { openGrpcClient } from '@tributary/grpc';
import { ensureCollections, type Session, transactionOf } from '@tributary/mongo';
import { openRateLimiter, type Platform } from '@tributary/service';
import { DAY_SECONDS } from '@tributary/units';
import { type Config } from './config.ts';
import { applicationStore } from './store/application-store.ts';
import { campaignLists, campaignStore } from './store/campaign-store.ts';
import { creativeStore } from './store/creative-store.ts';
import { figureStore } from './store/figure-store.ts';
import { invitationStore } from './store/invitation-store.ts';
import { linkStore } from './store/link-store.ts';
import { type Models, openModels } from './store/models.ts';
import { trackingNumberStore } from './store/tracking-number-store.ts';
import { productStore } from './store/product-store.ts';
import { userStore } from './store/user-store.ts';

const storesOf = (models: Models, session: Session | null = null) => ({
  campaigns: campaignStore(models, session),
  applications: applicationStore(models, session),
  invitations: invitationStore(models, session),
  links: linkStore(models, session),
  trackingNumbers: trackingNumberStore(models, session),
  users: userStore(models, session),
  creatives: creativeStore(models, session),
  products: productStore(models, session),
});

/** Opens the stores and the client of identity. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, redis, clock, newId, log } = platform;
  const models = openModels(mongo.connection);
  await ensureCollections(mongo.connection, Object.values(models));
  const identity = openGrpcClient('tributary.identity.v1.Users', config.grpcAddresses.identity);
  return {
    config,
    clock,
    newId,
    log,
    identity,
    /** A random integer from 0 to `below` - 1. */
    randomIndex: (below: number) => randomInt(below),
    /** 256 random bits, hex. */
    randomSecret: () => randomBytes(32).toString('hex'),
    ...storesOf(models),
    campaignLists: campaignLists(models),
    figures: figureStore(mongo, models),
    invitationLimit: openRateLimiter(redis, config.namespace, {
      name: 'invitations',
      points: config.RATE_LIMIT_INVITATIONS_PER_DAY,
      windowSeconds: DAY_SECONDS,
    }),
    transaction: transactionOf(mongo, (session) => storesOf(models, session)),
    close: () => {
      identity.close();
      return Promise.resolve();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
