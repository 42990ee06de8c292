import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { eventTypes } from '../../api/webhook-queries.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { CreateWebhookEndpointRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { CheckGroup, TextField } from '../../ui/field.tsx';
import { QueryState } from '../../ui/panel.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';

type Body = Schemas['CreateWebhookEndpointRequest'];
type EventType = Schemas['WebhookEventType'];

/** The events by their category, in the order of the API. */
function byCategory(types: readonly EventType[]): [string, EventType[]][] {
  return Object.entries(Object.groupBy(types, ({ category }) => category)).map(
    ([category, group = []]) => [category, group],
  );
}

function Fields({
  types,
  onCreated,
}: {
  readonly types: readonly EventType[];
  readonly onCreated: (secret: string) => void;
}) {
  const of = useApiForm<Body, Schemas['CreateWebhookEndpointResponse']>({
    schema: CreateWebhookEndpointRequest,
    start: { url: '', events: ['conversion.tracked', 'conversion.approved'] },
    send: (body, key) => api.webhookEndpoints.create(body, key),
    changes: ['webhooks'],
    onDone: ({ data }) => onCreated(data.secret),
  });
  return (
    <ApiForm of={of} label={t('Create the endpoint')}>
      <TextField
        label={t('Address')}
        type="url"
        placeholder={'https://api.example.com/hooks'}
        hint={t('Events are sent there as signed POST requests.')}
        {...of.field('url')}
      />
      <TextField
        label={t('Description')}
        {...of.field('description', { setValueAs: (text: string | null) => text || null })}
      />
      <div className="flex flex-col gap-4">
        {byCategory(types).map(([category, group]) => (
          <CheckGroup
            key={category}
            legend={category}
            options={group.map(({ name, description }) => [name, name, description])}
            field={of.field('events')}
          />
        ))}
      </div>
    </ApiForm>
  );
}

/** Creates an endpoint, and shows its signing secret once. */
export function Form({ onDone }: DialogFormProps) {
  const [secret, setSecret] = useState<string>();
  const types = useQuery(eventTypes);
  if (secret !== undefined)
    return (
      <NewSecret
        secret={secret}
        text={t('Verify each message by this secret. It is not shown again.')}
        onDone={onDone}
      />
    );
  return (
    <QueryState query={types}>
      {(loaded) => <Fields types={loaded} onCreated={setSecret} />}
    </QueryState>
  );
}
