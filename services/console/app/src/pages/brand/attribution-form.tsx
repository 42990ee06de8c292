import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { UpdateCampaignAttributionRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { modelWords } from '../words.ts';

interface Props extends DialogFormProps {
  readonly campaign: string;
  readonly settings: Schemas['AttributionSettings'];
}

/** Chooses the model that credits new orders. */
export function Form({ campaign, settings, onDone }: Props) {
  const of = useApiForm<Schemas['UpdateCampaignAttributionRequest']>({
    schema: UpdateCampaignAttributionRequest,
    start: { model: settings.model, lookback_window_days: settings.lookback_window_days },
    send: (body, key) => api.campaignAttribution.update(campaign, body, key),
    message: () => t('The model counts for new orders'),
    changes: ['brand', 'campaign', campaign],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Save')}>
      <SelectField
        label={t('Model')}
        options={Object.entries(modelWords())}
        hint={t('Orders of before keep their credit.')}
        {...of.field('model')}
      />
      <TextField
        label={t('Days that a click counts')}
        type="number"
        min="1"
        {...of.field('lookback_window_days', { valueAsNumber: true })}
      />
    </ApiForm>
  );
}
