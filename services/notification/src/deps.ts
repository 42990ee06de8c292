import { createCollections, createNudge } from '@tributary/mongo';
import { type Platform } from '@tributary/service';
import { type Config } from './config.ts';
import { textsIn } from './domain/templates/texts.ts';
import { unsubscribeTokens } from './clients/unsubscribe-links.ts';
import { openEmailSender } from './clients/email-sender.ts';
import { openPushSender } from './clients/push-sender.ts';
import { openSmsSender } from './clients/sms-sender.ts';
import { openArrivals } from './store/notification-pubsub.ts';
import { collectionsOf, specs } from './store/collections.ts';
import { digestStore } from './store/digest-store.ts';
import { notificationStore } from './store/notification-store.ts';
import { peopleStore } from './store/people-store.ts';
import { subscriptionStore } from './store/push-subscription-store.ts';

/** The composition root: everything that features are given. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, clock, log, newId, redis, verifier } = platform;
  await createCollections(mongo.connection, specs);
  const collections = collectionsOf(mongo.connection);
  const email = openEmailSender({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    connections: config.SMTP_CONNECTIONS,
  });
  const push = openPushSender({
    vapid: vapidOf(config),
    trustedOrigins: config.PUSH_TRUSTED_ORIGINS,
  });
  const arrivals = openArrivals(redis, config.namespace);
  return {
    config,
    clock,
    log,
    newId,
    texts: textsIn(config.NOTIFICATION_LANGUAGE),
    notifications: notificationStore(collections),
    digests: digestStore(collections),
    people: peopleStore(collections),
    subscriptions: subscriptionStore(collections),
    email,
    push,
    sms: openSmsSender({ url: config.SMS_API_URL, apiKey: config.SMS_API_KEY }),
    unsubscribing: unsubscribeTokens(Buffer.from(config.NOTIFICATION_LINK_KEY, 'base64')),
    arrivals,
    /** Whether a token that counted when a call began still does. */
    mayCall: (authorization: string | string[] | undefined): Promise<boolean> =>
      verifier.verify(String(authorization)).then(
        () => true,
        () => false,
      ),
    /** Rung when something was queued, so that the senders look at once. */
    queueNudge: createNudge(),
    close: () => {
      email.close();
      arrivals.close();
      return push.close();
    },
  };
}
export type Deps = Awaited<ReturnType<typeof openDeps>>;

const vapidOf = (config: Config) => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT } = config;
  return publicKey === undefined || privateKey === undefined || VAPID_SUBJECT === undefined
    ? undefined
    : { publicKey, privateKey, subject: VAPID_SUBJECT };
};
