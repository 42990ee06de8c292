import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { preferencesQuery } from '../../api/account-queries.ts';
import { api } from '../../api/client.ts';
import { pushQuery } from '../../api/push.ts';
import { useAction } from '../../api/use-action.ts';
import { languageNames, t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/field.tsx';
import { Fact, Facts } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { type Load } from '../page-module.ts';
import { frequencyWords } from '../words.ts';
import { PushBrowsers } from './push-browsers.tsx';

type Preferences = Schemas['NotificationPreferences'];
type Change = Schemas['UpdateNotificationPreferencesRequest'];

export const load: Load = (queries) => [queries.query(preferencesQuery), queries.query(pushQuery)];

const useChange = () =>
  useAction({
    run: (body: Change) => api.notificationPreferences.update(body),
    message: () => t('Saved'),
    changes: ['notifications', 'preferences'],
  });

type Channel = 'email' | 'push' | 'in_app';

const channelWords = (): readonly (readonly [Channel, string])[] => [
  ['in_app', t('Here')],
  ['email', t('E-mail')],
  ['push', t('Push')],
];

const categoryWords = (): Readonly<Record<string, string>> => ({
  system: t('Platform'),
  campaign: t('Campaigns'),
  commission: t('Commissions'),
  payout: t('Payouts'),
  application: t('Applications'),
  call_tracking: t('Calls'),
  billing: t('Billing'),
  general: t('Other'),
  webhook: t('Webhooks'),
  fraud: t('Fraud'),
  security: t('Security'),
  report: t('Reports'),
  tracking: t('Tracking'),
});

interface PartProps {
  readonly preferences: Preferences;
  readonly change: ReturnType<typeof useChange>;
}

/** Which kind of notification comes by which channel. */
function Categories({ preferences, change }: PartProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="h-10 px-5 text-left font-medium">
              {t('About')}
            </th>
            {channelWords().map(([channel, name]) => (
              <th key={channel} scope="col" className="px-4 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(preferences.category_channels).map(([category, channels]) => {
            const about = categoryWords()[category] ?? category;
            return (
              <tr key={category} className="border-t border-line">
                <th scope="row" className="px-5 py-2.5 text-left font-medium">
                  {about}
                </th>
                {channelWords().map(([channel, name]) => (
                  <td key={channel} className="px-4 text-center">
                    <Switch
                      label={t('{about} by {channel}', { about, channel: name })}
                      isOn={channels[channel]}
                      isBusy={change.isPending}
                      onChange={(isOn) =>
                        change.mutate({ category_channels: { [category]: { [channel]: isOn } } })
                      }
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A setting that is on or off. */
const OnOff = (props: Parameters<typeof Switch>[0]) => (
  <Fact label={props.label} value={<Switch {...props} />} />
);

/** The language of a locale with a region, such as es-MX, which the API keeps until another is chosen. */
const languageOf = (locale: string): string => locale.slice(0, 2);

/** How and when notifications come at all. */
function Ways({ preferences, change }: PartProps) {
  return (
    <Facts>
      <Fact
        label={t('E-mails come')}
        value={
          <FilterSelect
            label={t('E-mails come')}
            value={preferences.email_frequency}
            disabled={change.isPending}
            onChange={({ target }) =>
              change.mutate({ email_frequency: target.value as Preferences['email_frequency'] })
            }
            options={[
              ['instant', t('At once')],
              ...Object.entries(frequencyWords()).filter(([name]) => name !== 'monthly'),
              ['never', t('Never')],
            ]}
          />
        }
      />
      <Fact
        label={t('Language of mails')}
        value={
          <FilterSelect
            label={t('Language of mails')}
            value={languageOf(preferences.locale)}
            disabled={change.isPending}
            onChange={({ target }) => change.mutate({ locale: target.value })}
            options={(['en', 'de', 'es'] as const).map((code) => [code, languageNames[code]])}
          />
        }
      />
      <OnOff
        label={t('Do not disturb')}
        isOn={preferences.dnd_enabled}
        isBusy={change.isPending}
        onChange={(isOn) => change.mutate({ dnd_enabled: isOn })}
      />
      <OnOff
        label={t('Push to this account’s devices')}
        isOn={preferences.push_enabled}
        isBusy={change.isPending}
        onChange={(isOn) => change.mutate({ push_enabled: isOn })}
      />
    </Facts>
  );
}

function SendTest() {
  const send = useAction({
    run: (_input, key) => api.notifications.sendTest({ channel: 'in_app' }, key),
    message: () => t('A test is on its way'),
    changes: ['notifications'],
  });
  return (
    <Button isBusy={send.isPending} onClick={() => send.mutate()}>
      {t('Send a test')}
    </Button>
  );
}

export function Page() {
  const preferences = useQuery(preferencesQuery);
  const change = useChange();
  return (
    <Frame
      title={t('Notification preferences')}
      description={t('What you are notified of, and how.')}
      actions={<SendTest />}
    >
      <Panel title={t('How they come')} query={preferences}>
        {(data) => <Ways preferences={data} change={change} />}
      </Panel>
      <PushBrowsers />
      <Panel title={t('What they are about')} query={preferences}>
        {(data) => <Categories preferences={data} change={change} />}
      </Panel>
    </Frame>
  );
}
