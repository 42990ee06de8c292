import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { CreateApiKeyRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { CheckGroup, TextField } from '../../ui/field.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';

const AREAS = [
  'campaigns',
  'conversions',
  'tracking',
  'commissions',
  'payouts',
  'analytics',
  'webhooks',
  'notifications',
] as const;

const areaWords = (): Readonly<Record<(typeof AREAS)[number], string>> => ({
  campaigns: t('Campaigns'),
  conversions: t('Conversions'),
  tracking: t('Tracking'),
  commissions: t('Commissions'),
  payouts: t('Payouts'),
  analytics: t('Reports'),
  webhooks: t('Webhooks'),
  notifications: t('Notifications'),
});

/** Creates an API key, and shows it once. */
export function Form({ onDone }: DialogFormProps) {
  const [key, setKey] = useState<string>();
  const of = useApiForm<Schemas['CreateApiKeyRequest'], Schemas['CreateApiKeyResponse']>({
    schema: CreateApiKeyRequest,
    start: { name: '', scopes: [] },
    send: (body, callKey) => api.apiKeys.create(body, callKey),
    changes: ['developers'],
    onDone: (created) => setKey(created.key),
  });
  if (key !== undefined)
    return (
      <NewSecret
        secret={key}
        text={t('Your program sends this key as a bearer token. It is not shown again.')}
        onDone={onDone}
      />
    );
  return (
    <ApiForm of={of} label={t('Create the key')}>
      <TextField
        label={t('Name')}
        hint={t('What it is for, such as the shop.')}
        {...of.field('name')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {AREAS.map((area) => (
          <CheckGroup
            key={area}
            legend={areaWords()[area]}
            options={[
              [`${area}:read`, t('Read')],
              [`${area}:write`, t('Change')],
            ]}
            field={of.field('scopes')}
          />
        ))}
      </div>
    </ApiForm>
  );
}
