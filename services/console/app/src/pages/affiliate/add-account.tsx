import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { useForm } from 'react-hook-form';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { resolverOf } from '../../forms/resolver.ts';
import { CreatePayoutAccountRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, SelectField, TextField } from '../../ui/field.tsx';
import { showMessage } from '../../ui/toast.tsx';

type Body = Schemas['CreatePayoutAccountRequest'];

/** Adds an account that payouts go to, and has the provider check it. */
export function AddAccount({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const form = useForm<Body>({
    resolver: resolverOf(CreatePayoutAccountRequest),
    defaultValues: { provider: 'cardproc_connect', payout_frequency: 'monthly' },
  });
  const add = useMutation({
    mutationFn: async (body: Body) => {
      const { account } = await api.payoutAccounts.create(body);
      await api.payoutAccounts.verify(account.id, {});
    },
    onSuccess: () => {
      showMessage(t('The account was added'));
      onDone();
    },
    onError: (error) => form.setError('root', { message: sentenceOf(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['affiliate'] }),
  });
  const { errors } = form.formState;
  const isBank = form.watch('provider') === 'cardproc_connect';
  const send = form.handleSubmit((body) => add.mutate(body));
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4 p-5">
      <FormError>{errors.root?.message}</FormError>
      <SelectField
        label={t('Kind')}
        options={[
          ['cardproc_connect', t('Bank account')],
          ['walletco_payouts', t('Wallet')],
        ]}
        {...form.register('provider')}
      />
      {isBank ? (
        <TextField
          key="bank"
          label={t('Account at the provider')}
          placeholder={'acct_…'}
          error={errors.cardproc_account_id?.message}
          {...form.register('cardproc_account_id', { shouldUnregister: true })}
        />
      ) : (
        <TextField
          key="wallet"
          label={t('E-mail address of the wallet')}
          type="email"
          error={errors.walletco_email?.message}
          {...form.register('walletco_email', { shouldUnregister: true })}
        />
      )}
      <SelectField
        label={t('How often')}
        options={[
          ['monthly', t('Every month')],
          ['biweekly', t('Every two weeks')],
          ['weekly', t('Every week')],
          ['manual', t('When I request it')],
        ]}
        {...form.register('payout_frequency')}
      />
      <Button type="submit" kind="primary" isBusy={add.isPending}>
        {t('Add the account')}
      </Button>
    </form>
  );
}
