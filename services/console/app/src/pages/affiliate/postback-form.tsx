import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { CreatePostbackRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { CheckGroup, SelectField, TextField } from '../../ui/field.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';

type Body = Schemas['CreatePostbackRequest'];

const eventWords = () =>
  [
    ['conversion.tracked', t('An order arrives')],
    ['conversion.approved', t('An order is approved')],
    ['conversion.rejected', t('An order is refused')],
  ] as const;

/** The address as it would be called, with values of an example. */
function Preview({ body }: { readonly body: Pick<Body, 'url' | 'method'> }) {
  const dryRun = useAction({
    run: async () => (await api.postbacks.dryRun(body)).data,
    changes: ['nothing'],
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button isBusy={dryRun.isPending} onClick={() => dryRun.mutate()}>
        {t('Preview')}
      </Button>
      {dryRun.data !== undefined && (
        <code className="w-full rounded-lg bg-sunken px-3 py-2 text-xs break-all">
          {`${dryRun.data.method} ${dryRun.data.url}`}
        </code>
      )}
    </div>
  );
}

/** Creates a postback, and shows its signing secret once. */
export function Form({ onDone }: DialogFormProps) {
  const [secret, setSecret] = useState<string>();
  const of = useApiForm<Body, Schemas['CreatePostbackResponse']>({
    schema: CreatePostbackRequest,
    start: { url: '', method: 'GET', events: ['conversion.tracked'] },
    send: (body, key) => api.postbacks.create(body, key),
    changes: ['webhooks'],
    onDone: ({ data }) => setSecret(data.secret),
  });
  if (secret !== undefined)
    return (
      <NewSecret
        secret={secret}
        text={t('Verify each call by this secret. It is not shown again.')}
        onDone={onDone}
      />
    );
  const [url, method = 'GET'] = of.form.watch(['url', 'method']);
  return (
    <ApiForm of={of} label={t('Create the postback')}>
      <TextField
        label={t('Address')}
        placeholder={'https://tracker.example.com/?cid={sub1}&payout={amount}'}
        hint={t('{macros} are replaced by the values of the order.', {
          macros: '{click_id}, {sub1}, {amount}, {currency}, {status}',
        })}
        {...of.field('url')}
      />
      <SelectField
        label={t('Method')}
        options={[
          ['GET', 'GET'],
          ['POST', 'POST'],
        ]}
        {...of.field('method')}
      />
      <CheckGroup legend={t('When')} options={eventWords()} field={of.field('events')} />
      <Preview body={{ url, method }} />
    </ApiForm>
  );
}
