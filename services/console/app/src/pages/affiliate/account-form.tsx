import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { CreatePayoutAccountRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { providerWords } from '../words.ts';

type Body = Schemas['CreatePayoutAccountRequest'];

/** Adds an account that payouts go to, and has the provider check it. */
export function Form({ onDone }: DialogFormProps) {
  const of = useApiForm<Body>({
    schema: CreatePayoutAccountRequest,
    start: { provider: 'cardproc_connect', payout_frequency: 'monthly' },
    send: async (body, key) => {
      const { account } = await api.payoutAccounts.create(body, key);
      await api.payoutAccounts.verify(account.id, {});
    },
    message: () => t('The account was added'),
    changes: ['affiliate'],
    onDone,
  });
  const { form, field } = of;
  return (
    <ApiForm of={of} label={t('Add the account')}>
      <SelectField
        label={t('Kind')}
        options={Object.entries(providerWords())}
        {...field('provider')}
      />
      {form.watch('provider') === 'cardproc_connect' ? (
        <TextField
          key="bank"
          label={t('Account at the provider')}
          placeholder={'acct_…'}
          {...field('cardproc_account_id', { shouldUnregister: true })}
        />
      ) : (
        <TextField
          key="wallet"
          label={t('E-mail address of the wallet')}
          type="email"
          {...field('walletco_email', { shouldUnregister: true })}
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
        {...field('payout_frequency')}
      />
    </ApiForm>
  );
}
