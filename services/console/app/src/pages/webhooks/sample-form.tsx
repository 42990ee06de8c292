import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { eventTypes } from '../../api/webhook-queries.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { TestWebhookEndpointRequest } from '../../gen/bodies.ts';
import { whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Fact, Facts } from '../../ui/lines.tsx';
import { QueryState } from '../../ui/panel.tsx';
import { StateBadge } from '../state-badge.tsx';

type Body = Schemas['TestWebhookEndpointRequest'];
type Result = Schemas['WebhookTest'];

interface Props extends DialogFormProps {
  readonly id: string;
}

/** What the endpoint answered. */
const Answer = ({ result, onDone }: { readonly result: Result } & DialogFormProps) => (
  <>
    <Facts>
      <Fact label={t('State')} value={<StateBadge state={result.status} />} />
      <Fact label={t('Answer')} value={result.response_code ?? t('No answer')} />
      <Fact label={t('Time')} value={t('{ms} ms', { ms: whole(result.response_time_ms) })} />
      {result.error_message !== null && <Fact label={t('Error')} value={result.error_message} />}
    </Facts>
    <div className="flex justify-end border-t border-line p-4">
      <Button onClick={onDone}>{t('Close')}</Button>
    </div>
  </>
);

function Fields({
  id,
  types,
  onSent,
}: {
  readonly id: string;
  readonly types: readonly Schemas['WebhookEventType'][];
  readonly onSent: (result: Result) => void;
}) {
  const of = useApiForm<Body, Schemas['TestWebhookEndpointResponse']>({
    schema: TestWebhookEndpointRequest,
    start: { event_type: 'conversion.tracked' },
    send: (body, key) => api.webhookEndpoints.test(id, body, key),
    changes: ['webhooks'],
    onDone: ({ data }) => onSent(data),
  });
  const chosen = of.form.watch('event_type');
  const sample = types.find(({ name }) => name === chosen)?.sample_payload;
  return (
    <ApiForm of={of} label={t('Send it')}>
      <SelectField
        label={t('Event')}
        options={types.map(({ name }) => [name, name])}
        {...of.field('event_type')}
      />
      <pre tabIndex={0} className="max-h-64 overflow-auto rounded-lg bg-sunken p-3 text-xs">
        {JSON.stringify(sample, undefined, 2)}
      </pre>
    </ApiForm>
  );
}

/** Sends a sample of an event to an endpoint, and shows what it answers. */
export function Form({ id, onDone }: Props) {
  const [result, setResult] = useState<Result>();
  const types = useQuery(eventTypes);
  if (result !== undefined) return <Answer result={result} onDone={onDone} />;
  return (
    <QueryState query={types}>
      {(loaded) => <Fields id={id} types={loaded} onSent={setResult} />}
    </QueryState>
  );
}
