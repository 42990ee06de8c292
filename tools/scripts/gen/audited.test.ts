import { type Route } from '@tributary/service';
import { storingServices } from '@tributary/catalog';
import { appOf } from './apps.ts';

const changing = (
  await Promise.all(
    storingServices.map(async (service) =>
      ((await appOf(service)).routes ?? [])
        .filter(({ method }) => method !== 'get')
        .map((route): [string, Route] => [`${service}: ${route.operationId}`, route]),
    ),
  )
).flat();

/** The only operations that leave no entry in the audit log; each states why at its route. */
const unaudited = new Set<string>([
  'identity: refreshSession',
  'identity: requestPasswordReset',
  'identity: startPasskeyLogIn',
  'identity: switchAccount',
  'identity: refuseTeamInvitation',
  'tracking: trackConversion',
  'tracking: trackPostback',
  'tracking: adjustConversion',
  'tracking: trackCall',
  'tracking: trackMessage',
  'tracking: trackPluginOrder',
  'tracking: receiveShopWebhook',
  'tracking: recordVisit',
  'tracking: trackPageOrder',
  'tracking: setClickCookie',
  'tracking: checkInstall',
  'attribution: previewCampaignAttribution',
  'payout: receiveProviderCallback',
  'notification: markAllNotificationsRead',
  'notification: markNotificationRead',
  'notification: unsubscribeFromEmails',
  'webhook: dryRunPostback',
]);

it.each(changing)('%s leaves an entry in the audit log, or states why not', (name, route) => {
  const { allow, namesActor = false, unaudited: reason } = route;
  const isAudited = reason === undefined && (allow !== 'public' || namesActor);
  expect([name, isAudited]).toEqual([name, !unaudited.has(name)]);
  expect([name, isAudited || reason !== undefined]).toEqual([name, true]);
});

it('knows operations that change something in every service with an API of its own', () => {
  expect(changing.length).toBeGreaterThan(90);
});
