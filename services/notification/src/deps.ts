import { createCollections, createNudge, ensureCollections } from '@tributary/mongo';
import { type Platform } from '@tributary/service';
import { type Config } from './config.ts';
import { openEmailSender } from './senders/email-sender.ts';
import { openSmsSender } from './senders/sms-sender.ts';
import { openArrivals } from './store/arrivals.ts';
import { collectionsOf, specs } from './store/collections.ts';
import { digestStore } from './store/digest-store.ts';
import { notificationStore } from './store/notification-store.ts';
import { peopleStore } from './store/people-store.ts';

/** The composition root: everything that features are given. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, clock, log, newId, redis, verifier } = platform;
  await ensureCollections(mongo.connection, []);
  await createCollections(mongo.connection, specs);
  const collections = collectionsOf(mongo.connection);
  const email = openEmailSender({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    connections: config.SMTP_CONNECTIONS,
  });
  const arrivals = openArrivals(redis, config.namespace);
  return {
    config,
    clock,
    log,
    newId,
    notifications: notificationStore(collections),
    digests: digestStore(collections),
    people: peopleStore(collections),
    email,
    sms: openSmsSender({ url: config.SMS_API_URL, apiKey: config.SMS_API_KEY }),
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
      return Promise.resolve();
    },
  };
}
export type Deps = Awaited<ReturnType<typeof openDeps>>;
