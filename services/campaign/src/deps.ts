import { randomBytes, randomInt } from 'node:crypto';
import { openGrpcClient } from '@tributary/grpc';
import {
  openCollections,
  openAccountData,
  openErasures,
  type Session,
  transactionOf,
} from '@tributary/mongo';
import { openRateLimiter, type Platform } from '@tributary/service';
import { DAY_SECONDS } from '@tributary/units';
import { type Config } from './config.ts';
import { provedEmail } from './domain/user.ts';
import { accountCheckStore } from './store/account-check-store.ts';
import { applicationStore } from './store/application-store.ts';
import { campaignLists, campaignStore } from './store/campaign-store.ts';
import { type Collections, collections as declared } from './store/collections.ts';
import { couponStore } from './store/coupon-store.ts';
import { creativeStore } from './store/creative-store.ts';
import { figureStore } from './store/figure-store.ts';
import { invitationStore } from './store/invitation-store.ts';
import { linkStore } from './store/link-store.ts';

import { trackingNumberStore } from './store/tracking-number-store.ts';
import { productStore } from './store/product-store.ts';
import { userStore } from './store/user-store.ts';
import { openUserLookup } from './workflows/get-user.ts';

const storesOf = (collections: Collections, session: Session | null = null) => ({
  campaigns: campaignStore(collections, session),
  applications: applicationStore(collections, session),
  invitations: invitationStore(collections, session),
  links: linkStore(collections, session),
  coupons: couponStore(collections, session),
  trackingNumbers: trackingNumberStore(collections, session),
  users: userStore(collections, session),
  creatives: creativeStore(collections, session),
  products: productStore(collections, session),
});

/** The proved address of an account, by which invitations name it as well. */
const addressesIn = (collections: Collections) => async (id: string) => {
  const user = await userStore(collections).find(id);
  const email = user === undefined ? undefined : provedEmail(user);
  return email === undefined ? [] : [email];
};

/** Opens the stores and the client of identity. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, redis, clock, newId, log, tokens } = platform;
  const collections = await openCollections(mongo.connection, declared);
  const identity = openGrpcClient(
    'tributary.identity.v1.Users',
    config.grpcAddresses.identity,
    tokens,
  );
  const stores = storesOf(collections);
  return {
    config,
    clock,
    newId,
    log,
    /** A random integer from 0 to `below` - 1. */
    randomIndex: (below: number) => randomInt(below),
    /** 256 random bits, hex. */
    randomSecret: () => randomBytes(32).toString('hex'),
    ...stores,
    findUser: openUserLookup(stores.users, identity),
    accountChecks: accountCheckStore(collections),
    campaignLists: campaignLists(collections),
    figures: figureStore(mongo, collections),
    invitationLimit: openRateLimiter(redis, config.namespace, {
      name: 'invitations',
      points: config.RATE_LIMIT_INVITATIONS_PER_DAY,
      windowSeconds: DAY_SECONDS,
    }),
    transaction: transactionOf(mongo, (session) => storesOf(collections, session)),
    accountData: openAccountData(mongo.connection, declared),
    erasures: openErasures({
      connection: mongo.connection,
      declared,
      clock,
      addressesOf: addressesIn(collections),
    }),
    close: () => {
      identity.close();
      return Promise.resolve();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
