import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { secondFactorQuery, sessionsQuery } from '../../api/account-queries.ts';
import { api } from '../../api/client.ts';
import { accountQuery } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { date, fromNow } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Fact, Facts, Line, Lines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Load } from '../page-module.ts';
import { planWords } from '../words.ts';

const ProfileForm = lazyForm(() => import('./profile-form.tsx'));
const PasswordForm = lazyForm(() => import('./password-form.tsx'));
const SecondFactorForm = lazyForm(() => import('./second-factor-form.tsx'));
const DisableForm = lazyForm(() => import('./disable-second-factor-form.tsx'));

export const load: Load = (queries) => [
  queries.query(sessionsQuery),
  queries.query(secondFactorQuery),
];

function SendLinkAgain() {
  const send = useAction({
    run: (_: undefined, key) => api.auth.resendVerificationEmail(key),
    message: () => t('The link is on its way'),
    changes: ['account'],
  });
  return (
    <Button kind="quiet" isBusy={send.isPending} onClick={() => send.mutate(undefined)}>
      {t('Send the link again')}
    </Button>
  );
}

function Profile() {
  const account = useQuery(accountQuery);
  return (
    <Panel
      title={t('Profile')}
      query={account}
      action={
        account.data && (
          <DialogButton label={t('Change')} title={t('Profile')}>
            {(close) => account.data && <ProfileForm account={account.data} onDone={close} />}
          </DialogButton>
        )
      }
    >
      {(data) =>
        data !== null && (
          <Facts>
            <Fact label={t('Name')} value={data.name} />
            <Fact label={t('Company')} value={data.company ?? t('Not given')} />
            <Fact label={t('Website')} value={data.website ?? t('Not given')} />
            <Fact
              label={t('E-mail address')}
              value={
                <span className="flex flex-wrap items-center gap-2">
                  {data.email}
                  <Badge tone={data.email_verified ? 'good' : 'warn'}>
                    {data.email_verified ? t('Verified') : t('Not verified')}
                  </Badge>
                  {!data.email_verified && <SendLinkAgain />}
                </span>
              }
            />
            <Fact label={t('Plan')} value={planWords()[data.plan]} />
            <Fact label={t('Member since')} value={date(data.created_at)} />
          </Facts>
        )
      }
    </Panel>
  );
}

function SecondFactor() {
  return (
    <Panel title={t('Second factor')} query={useQuery(secondFactorQuery)}>
      {({ enrolled, recovery_codes_left: left }) => (
        <div className="flex flex-wrap items-center gap-3 p-5 text-sm">
          <Badge tone={enrolled ? 'good' : 'warn'}>{enrolled ? t('On') : t('Off')}</Badge>
          <span className="mr-auto">
            {enrolled
              ? t('{count, plural, one {# recovery code is} other {# recovery codes are}} left', {
                  count: left,
                })
              : t('A code from an app would protect your account better than the password alone.')}
          </span>
          {enrolled ? (
            <DialogButton kind="danger" label={t('Turn it off')}>
              {(close) => <DisableForm onDone={close} />}
            </DialogButton>
          ) : (
            <DialogButton label={t('Turn it on')}>
              {(close) => <SecondFactorForm onDone={close} />}
            </DialogButton>
          )}
        </div>
      )}
    </Panel>
  );
}

function SessionLine({ session }: { readonly session: Schemas['Session'] }) {
  const end = useAction({
    run: (id: string, key) => api.sessions.end(id, key),
    message: () => t('The session has ended'),
    changes: ['sessions'],
  });
  return (
    <Line
      title={session.device ?? session.network}
      text={t('Used {when}', { when: fromNow(session.last_used_at) })}
    >
      {session.is_current ? (
        <Badge tone="good">{t('This one')}</Badge>
      ) : (
        <Button isBusy={end.isPending} onClick={() => end.mutate(session.id)}>
          {t('Sign out')}
        </Button>
      )}
    </Line>
  );
}

function Sessions() {
  const endAll = useAction({
    run: (_input, key) => api.sessions.endAll({ except_current: true }, key),
    message: () => t('Every other session has ended'),
    changes: ['sessions'],
  });
  const sessions = useQuery(sessionsQuery);
  return (
    <Panel
      title={t('Where you are signed in')}
      query={sessions}
      action={
        (sessions.data?.length ?? 0) > 1 && (
          <ConfirmButton
            label={t('End all others')}
            question={t('You are signed out everywhere but here.')}
            isBusy={endAll.isPending}
            onConfirm={(onSuccess) => endAll.mutate(undefined, { onSuccess })}
          />
        )
      }
    >
      {(data) => (
        <Lines>
          {data.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </Lines>
      )}
    </Panel>
  );
}

export function Page() {
  return (
    <Frame
      title={t('Account and security')}
      actions={
        <>
          <Link to="/settings/notifications" className={buttonClass()}>
            {t('Notification preferences')}
          </Link>
          <DialogButton label={t('Change the password')}>
            {(close) => <PasswordForm onDone={close} />}
          </DialogButton>
        </>
      }
    >
      <Profile />
      <SecondFactor />
      <Sessions />
    </Frame>
  );
}
