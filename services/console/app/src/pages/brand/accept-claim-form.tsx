import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { DecideClaimRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Evidence } from '../claim-cells.tsx';

interface Props extends DialogFormProps {
  readonly claim: Schemas['Claim'];
}

/** Accepts a claim to a missing order, which makes a conversion of it. */
export function Form({ claim, onDone }: Props) {
  const { id, currency, order_value: value } = claim;
  const of = useApiForm<Schemas['DecideClaimRequest']>({
    schema: DecideClaimRequest,
    start: {
      decision: 'accepted',
      ...(value !== null && { order_value: String(value) }),
      ...(currency !== null && { currency: currency as Schemas['OrderCurrency'] }),
    },
    send: (body, key) => api.claims.decide(id, body, key),
    message: () => t('The order is a conversion now'),
    changes: ['brand'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Accept the claim')}>
      <p className="text-sm text-muted">
        {t(
          'The order becomes a conversion of the affiliate. It is checked for fraud and waits for your review.',
        )}
      </p>
      <Evidence claim={claim} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('Order value')}
          inputMode="decimal"
          hint={t('By your own records.')}
          {...of.field('order_value')}
        />
        <TextField label={t('Currency')} {...of.field('currency')} />
      </div>
      <TextArea label={t('Note to the affiliate')} {...of.field('notes')} />
    </ApiForm>
  );
}
