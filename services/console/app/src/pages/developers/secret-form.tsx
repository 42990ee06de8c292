import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { CreateTrackingSecretRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';

/** Creates a secret that signs orders, and shows it once. */
export function Form({ onDone }: DialogFormProps) {
  const [secret, setSecret] = useState<string>();
  const of = useApiForm<Schemas['CreateTrackingSecretRequest'], Schemas['NewTrackingSecret']>({
    schema: CreateTrackingSecretRequest,
    send: (body, key) => api.trackingSecrets.create(body, key),
    changes: ['developers'],
    onDone: (created) => setSecret(created.secret),
  });
  if (secret !== undefined)
    return (
      <NewSecret
        secret={secret}
        text={t('Your server signs orders by this secret. It is not shown again.')}
        onDone={onDone}
      />
    );
  return (
    <ApiForm of={of} label={t('Create the secret')}>
      <TextField
        label={t('Name')}
        hint={t('Where it is used, such as the name of a server.')}
        {...of.field('name')}
      />
    </ApiForm>
  );
}
