import { openCollections, openAccountData, openErasures } from '@tributary/mongo';
import { keysOf, openMailLimit, openOwnerLookup, type Platform } from '@tributary/service';
import { createWakeSignal } from '@tributary/work';
import { openCampaignClient } from './clients/campaign-client.ts';
import { openEmailSender } from './clients/email-sender.ts';
import { openIdentityClient } from './clients/identity-client.ts';
import { openPushSender } from './clients/push-sender.ts';
import { openSmsSender } from './clients/sms-sender.ts';
import { openUnsubscribeLinks } from './clients/unsubscribe-links.ts';
import { type Config } from './config.ts';
import { collections as declared } from './store/collections.ts';
import { type ContactStore, contactStore } from './store/contact-store.ts';
import { digestStore } from './store/digest-store.ts';
import { memberStore } from './store/member-store.ts';
import { openNotificationPubSub } from './store/notification-pubsub.ts';
import { notificationStore } from './store/notification-store.ts';
import { preferencesStore } from './store/preferences-store.ts';
import { pushSubscriptionStore } from './store/push-subscription-store.ts';
import { sendQueueStore } from './store/send-queue-store.ts';
import { teamMemberStore } from './store/team-member-store.ts';

const openPush = (config: Config) =>
  openPushSender({ vapid: vapidOf(config), trustedOrigins: config.PUSH_TRUSTED_ORIGINS });

/** The composition root of the service. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, clock, log, metrics, newId, redis, verifier } = platform;
  const now = () => clock.now();
  const collections = await openCollections(mongo.connection, declared);
  const contacts = contactStore(collections);
  const owners = openOwners(config, platform, contacts);
  const email = openEmail(config);
  const push = openPush(config);
  const linkKeys = keysOf(config.NOTIFICATION_LINK_KEY);
  const pubsub = openNotificationPubSub(redis, config.namespace);
  return {
    config,
    clock,
    log,
    metrics,
    newId,
    sites: { publicUrl: config.publicUrl, consoleUrl: config.CONSOLE_URL },
    notifications: notificationStore(collections),
    sendQueue: sendQueueStore(collections, now),
    digests: digestStore(collections, now),
    contacts,
    findContact: owners.findContact,
    getCampaign: owners.getCampaign,
    members: memberStore(collections),
    teamMembers: teamMemberStore(collections),
    preferences: preferencesStore(collections),
    pushSubscriptions: pushSubscriptionStore(collections),
    email,
    mailLimits: openMailLimits(config, platform),
    push,
    sms: openSmsSender({ url: config.SMS_API_URL, apiKey: config.SMS_API_KEY }),
    unsubscribeLinks: openUnsubscribeLinks(linkKeys, config.publicUrl),
    pubsub,
    /** Whether a token is still valid, for a response that outlasts its request. */
    isTokenValid: (authorization: string | string[] | undefined): Promise<boolean> =>
      verifier.verify(String(authorization)).then(
        () => true,
        () => false,
      ),
    /** Wakes the worker of the send queue. */
    sendQueueWake: createWakeSignal(),
    accountData: openAccountData(mongo.connection, declared),
    erasures: openErasures({ connection: mongo.connection, declared, clock }),
    close: () => {
      email.close();
      owners.close();
      pubsub.close();
      return push.close();
    },
  };
}
export type Deps = Awaited<ReturnType<typeof openDeps>>;

const openEmail = (config: Config) =>
  openEmailSender({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    connections: config.SMTP_CONNECTIONS,
  });

/** What other services own. */
function openOwners(config: Config, { tokens }: Platform, contacts: ContactStore) {
  const identity = openIdentityClient(config.grpcAddresses.identity, tokens);
  const campaign = openCampaignClient(config.grpcAddresses.campaign, tokens);
  return {
    /** A user's addresses, from identity where no event of the account has arrived yet. */
    findContact: openOwnerLookup({
      find: contacts.find,
      request: identity.findContact,
      save: (contact) => contacts.upsert([contact]),
    }),
    getCampaign: campaign.getCampaign,
    close: () => {
      identity.close();
      campaign.close();
    },
  };
}

function openMailLimits(config: Config, { redis }: Platform) {
  const mails = config.RATE_LIMIT_MAILS_PER_ADDRESS_PER_DAY;
  return {
    account: openMailLimit(redis, config.namespace, { kind: 'account', mails }),
    other: openMailLimit(redis, config.namespace, { kind: 'other', mails }),
    reset: openMailLimit(redis, config.namespace, { kind: 'reset', mails }),
  };
}

const vapidOf = (config: Config) => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT } = config;
  return publicKey === undefined || privateKey === undefined || VAPID_SUBJECT === undefined
    ? undefined
    : { publicKey, privateKey, subject: VAPID_SUBJECT };
};
