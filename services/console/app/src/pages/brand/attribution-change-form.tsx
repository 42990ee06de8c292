import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { CreateAttributionChangeRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type Range, yesterday } from '../../range.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { modelWords } from '../words.ts';

interface Props extends DialogFormProps {
  readonly campaign: string;
  readonly range: Range;
}

/** Computes what another model would change in past orders; nothing changes yet. */
export function Form({ campaign, range, onDone }: Props) {
  const of = useApiForm<Schemas['CreateAttributionChangeRequest']>({
    schema: CreateAttributionChangeRequest,
    start: { model: 'linear', start_date: range.start, end_date: yesterday() },
    send: (body, key) => api.attributionChanges.create(campaign, body, key),
    message: () => t('The change is being computed; nothing is applied yet'),
    changes: ['brand', 'campaign', campaign],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Prepare it')}>
      <SelectField
        label={t('Model')}
        options={Object.entries(modelWords())}
        {...of.field('model')}
      />
      <TextField label={t('First day')} type="date" {...of.field('start_date')} />
      <TextField label={t('Last day')} type="date" {...of.field('end_date')} />
    </ApiForm>
  );
}
