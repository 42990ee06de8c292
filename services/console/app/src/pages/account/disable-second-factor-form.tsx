import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { DisableSecondFactorRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';

/** Turns the second factor off, by a last code of it. */
export function Form({ onDone }: DialogFormProps) {
  const of = useApiForm<Schemas['DisableSecondFactorRequest']>({
    schema: DisableSecondFactorRequest,
    start: { code: '' },
    send: (body, key) => api.secondFactors.disable(body, key),
    message: () => t('The second factor is off'),
    changes: ['second-factor'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Turn it off')}>
      <TextField
        label={t('Code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...of.field('code')}
      />
    </ApiForm>
  );
}
