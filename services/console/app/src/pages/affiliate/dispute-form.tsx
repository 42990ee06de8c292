import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { DisputeConversionRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextArea } from '../../ui/field.tsx';

/** Requests of the brand that it judges a refused order again. */
export function Form({ id, onDone }: DialogFormProps & { readonly id: string }) {
  const of = useApiForm<Schemas['DisputeConversionRequest']>({
    schema: DisputeConversionRequest,
    start: { reason: '' },
    send: (body, key) => api.conversions.dispute(id, body, key),
    message: () => t('The brand has your dispute'),
    changes: ['affiliate', 'orders'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Send the dispute')}>
      <TextArea
        label={t('Why the order should count')}
        rows={5}
        hint={t('The brand reads this before it decides again.')}
        {...of.field('reason')}
      />
    </ApiForm>
  );
}
