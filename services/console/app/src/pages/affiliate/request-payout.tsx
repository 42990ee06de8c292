import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { useForm } from 'react-hook-form';
import { accountsQuery, payoutSummary } from '../../api/affiliate-queries.ts';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { resolverOf } from '../../forms/resolver.ts';
import { RequestPayoutRequest } from '../../gen/bodies.ts';
import { money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, SelectField, TextField } from '../../ui/field.tsx';
import { QueryState } from '../../ui/panel.tsx';
import { showMessage } from '../../ui/toast.tsx';

type Body = Schemas['RequestPayoutRequest'];

interface Props {
  readonly onDone: () => void;
}

interface FormProps extends Props {
  readonly accounts: readonly Schemas['PayoutAccount'][];
}

function Form({ accounts, onDone }: FormProps) {
  const queries = useQueryClient();
  const { data: summary } = useQuery(payoutSummary);
  const form = useForm<Body>({
    resolver: resolverOf(RequestPayoutRequest),
    defaultValues: {
      payment_method_id: accounts[0]?.id ?? '',
      ...(summary !== undefined && { amount: summary.available_balance }),
    },
  });
  const request = useMutation({
    mutationFn: (body: Body) => api.payouts.request(body),
    onSuccess: async ({ reference_number: reference }) => {
      showMessage(t('Payout {reference} was requested', { reference }));
      await queries.invalidateQueries({ queryKey: ['affiliate'] });
      onDone();
    },
    onError: (error) => form.setError('root', { message: sentenceOf(error) }),
  });
  const { errors } = form.formState;
  const send = form.handleSubmit((body) => request.mutate(body));
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4 p-5">
      <FormError>{errors.root?.message}</FormError>
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
        error={errors.amount?.message}
        {...form.register('amount', { valueAsNumber: true })}
      />
      <SelectField
        label={t('To')}
        options={accounts.map((one) => [
          one.id,
          one.cardproc_account_id ?? one.walletco_email ?? one.id,
        ])}
        {...form.register('payment_method_id')}
      />
      <Button type="submit" kind="primary" isBusy={request.isPending}>
        {t('Request a payout')}
      </Button>
    </form>
  );
}

/** Requests a payout; sent twice it is one payout. */
export function RequestPayout({ onDone }: Props) {
  return (
    <QueryState query={useQuery(accountsQuery)}>
      {(accounts) => {
        const ready = accounts.filter((account) => account.can_receive_payouts);
        if (ready.length > 0) return <Form accounts={ready} onDone={onDone} />;
        return (
          <p className="p-5 text-sm text-muted">
            {t('Add an account first; once it is checked, it can be paid to.')}
          </p>
        );
      }}
    </QueryState>
  );
}
