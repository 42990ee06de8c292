import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { accountsQuery, payoutSummary } from '../../api/affiliate-queries.ts';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { RequestPayoutRequest } from '../../gen/bodies.ts';
import { money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { QueryState } from '../../ui/panel.tsx';

type Body = Schemas['RequestPayoutRequest'];

interface Props extends DialogFormProps {
  readonly accounts: readonly Schemas['PayoutAccount'][];
}

function Fields({ accounts, onDone }: Props) {
  const { data: summary } = useQuery(payoutSummary);
  const of = useApiForm<Body, Schemas['RequestPayoutResponse']>({
    schema: RequestPayoutRequest,
    start: {
      payment_method_id: accounts[0]?.id ?? '',
      ...(summary !== undefined && { amount: summary.available_balance }),
    },
    send: (body, key) => api.payouts.request(body, key),
    message: ({ reference_number: reference }) =>
      t('Payout {reference} was requested', { reference }),
    changes: ['affiliate'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Request the payout')}>
      <TextField
        label={t('Amount')}
        type="number"
        step="any"
        hint={
          summary !== undefined &&
          t('{amount} are available', {
            amount: money(summary.available_balance, summary.currency),
          })
        }
        {...of.field('amount', { valueAsNumber: true })}
      />
      <SelectField
        label={t('To')}
        options={accounts.map((one) => [
          one.id,
          one.cardproc_account_id ?? one.walletco_email ?? one.id,
        ])}
        {...of.field('payment_method_id')}
      />
    </ApiForm>
  );
}

/** Requests a payout; sent twice it is one payout. */
export function Form({ onDone }: DialogFormProps) {
  return (
    <QueryState query={useQuery(accountsQuery)}>
      {(accounts) => {
        const ready = accounts.filter((account) => account.can_receive_payouts);
        if (ready.length > 0) return <Fields accounts={ready} onDone={onDone} />;
        return (
          <p className="p-5 text-sm text-muted">
            {t('Add an account first; once it is checked, it can be paid to.')}
          </p>
        );
      }}
    </QueryState>
  );
}
