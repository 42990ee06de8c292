import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { UpdateClaimSettingsRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';

interface Props extends DialogFormProps {
  readonly settings: Schemas['ClaimSettings'];
}

/** Sets how long the brand takes at most to decide claims. */
export function Form({ settings, onDone }: Props) {
  const of = useApiForm<Schemas['UpdateClaimSettingsRequest']>({
    schema: UpdateClaimSettingsRequest,
    start: { decision_days: settings.expires_after_days },
    send: (body, key) => api.claimSettings.update(body, key),
    message: () => t('The time counts for new claims'),
    changes: ['brand'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Save')}>
      <TextField
        type="number"
        label={t('Days to decide a claim')}
        hint={t('A claim that you do not decide by then expires.')}
        {...of.field('decision_days', { valueAsNumber: true })}
      />
    </ApiForm>
  );
}
