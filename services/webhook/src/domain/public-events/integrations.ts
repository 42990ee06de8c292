import {
  integrationConnected,
  integrationDisconnected,
  integrationFailed,
  type IntegrationSnapshot,
  integrationSynced,
} from '@tributary/contracts';
import { type EventName } from '../event-catalog.ts';
import { type PublicEvent, publicEvent, translation } from './translation.ts';

/** For the brand only: affiliates have no access to its shops. */
const aboutStore = (
  name: EventName,
  store: IntegrationSnapshot,
  more: Readonly<Record<string, unknown>> = {},
): PublicEvent[] => [
  publicEvent(name, [store.brandId], {
    integration_id: store.integrationId,
    platform: store.platform,
    shop_url: store.shopUrl,
    campaign_id: store.campaignId,
    ...more,
  }),
];

export const integrationTranslations = [
  translation(integrationConnected, (store) => aboutStore('integration.connected', store)),
  translation(integrationDisconnected, (store) => aboutStore('integration.disconnected', store)),
  translation(integrationFailed, ({ error, message, ...store }) =>
    aboutStore('integration.error', store, { error, message }),
  ),
  translation(integrationSynced, ({ since, orders, recorded, ...store }) =>
    aboutStore('integration.sync.completed', store, { since, orders, recorded }),
  ),
];
