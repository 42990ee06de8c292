import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { apiKeysQuery, apiRequestPages, trackingSecrets } from '../../api/account-queries.ts';
import { api } from '../../api/client.ts';
import { type Account } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { date, fromNow } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { RequestLog } from './request-log.tsx';

const KeyForm = lazyForm(() => import('./key-form.tsx'));
const SecretForm = lazyForm(() => import('./secret-form.tsx'));

export const load: Load = (queries, { search }) => [
  queries.query(apiKeysQuery),
  queries.infiniteQuery(apiRequestPages(search)),
];

const used = (at: string | null): string =>
  at === null ? t('never used') : t('used {when}', { when: fromNow(at) });

function KeyLine({ apiKey }: { readonly apiKey: Schemas['ApiKey'] }) {
  const { id, name, last_characters: end, scopes, expires_at: expires } = apiKey;
  const remove = useAction({
    run: (_input, key) => api.apiKeys.delete(id, key),
    message: () => t('The key ends at once'),
    changes: ['developers'],
  });
  return (
    <Line title={name} text={scopes.join(', ')}>
      <span className="text-xs text-muted">
        {[
          `…${end}`,
          used(apiKey.last_used_at),
          ...(expires === null ? [] : [t('until {to}', { to: date(expires) })]),
        ].join(' · ')}
      </span>
      <ConfirmButton
        label={t('Delete')}
        description={t('Delete the key {name}', { name })}
        question={t('Programs with this key are refused from now on.')}
        isBusy={remove.isPending}
        onConfirm={(onSuccess) => remove.mutate(undefined, { onSuccess })}
      />
    </Line>
  );
}

function Keys() {
  return (
    <Panel
      title={t('API keys')}
      query={useQuery(apiKeysQuery)}
      action={
        <DialogButton label={t('New key')}>{(close) => <KeyForm onDone={close} />}</DialogButton>
      }
    >
      {(keys) =>
        keys.length === 0 ? (
          <EmptyState
            icon="key"
            title={t('No key yet')}
            text={t('A key lets your programs call the API, within the rights that you choose.')}
          />
        ) : (
          <Lines>
            {keys.map((apiKey) => (
              <KeyLine key={apiKey.id} apiKey={apiKey} />
            ))}
          </Lines>
        )
      }
    </Panel>
  );
}

function SecretLine({ secret }: { readonly secret: Schemas['TrackingSecret'] }) {
  const remove = useAction({
    run: (_input, key) => api.trackingSecrets.delete(secret.id, key),
    message: () => t('The secret ends at once'),
    changes: ['developers'],
  });
  return (
    <Line
      title={secret.name ?? t('Without a name')}
      text={t('since {from}', { from: date(secret.created_at) })}
    >
      <code className="text-xs text-muted">{secret.secret}</code>
      <ConfirmButton
        label={t('Delete')}
        description={t('Delete the signing secret')}
        question={t('Orders that are signed by this secret are refused from now on.')}
        isBusy={remove.isPending}
        onConfirm={(onSuccess) => remove.mutate(undefined, { onSuccess })}
      />
    </Line>
  );
}

/** The secrets by which a brand's server signs its reports of orders. */
function Secrets() {
  return (
    <Panel
      title={t('Signing secrets')}
      query={useQuery(trackingSecrets)}
      action={
        <DialogButton label={t('New secret')}>
          {(close) => <SecretForm onDone={close} />}
        </DialogButton>
      }
    >
      {(secrets) =>
        secrets.length === 0 ? (
          <EmptyState
            icon="lock"
            title={t('No secret yet')}
            text={t('Your server signs orders by a secret, so that nobody else can report them.')}
          />
        ) : (
          <Lines>
            {secrets.map((secret) => (
              <SecretLine key={secret.id} secret={secret} />
            ))}
          </Lines>
        )
      }
    </Panel>
  );
}

export function Page({ search }: PageProps) {
  const context: unknown = useRouteContext({ strict: false });
  const { account } = context as { readonly account: Account };
  return (
    <Frame
      title={t('Developers')}
      description={t('How your own programs reach the platform.')}
      actions={
        <a href="/docs" className={buttonClass()}>
          {t('Documentation')}
        </a>
      }
    >
      <Keys />
      {account.role === 'brand' && <Secrets />}
      <RequestLog search={search} />
    </Frame>
  );
}
