import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { type Account } from '../../api/queries.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { UpdateAccountRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';

interface Props extends DialogFormProps {
  readonly account: Account;
}

/** An emptied field takes the value back. */
const emptied = { setValueAs: (text: string | null) => text || null };

/** Changes what others see of an account. */
export function Form({ account, onDone }: Props) {
  const { name, company, website, phone } = account;
  const of = useApiForm<Schemas['UpdateAccountRequest']>({
    schema: UpdateAccountRequest,
    start: { name, company, website, phone },
    send: (body) => api.accounts.update(body),
    message: () => t('The profile was changed'),
    changes: ['account'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Save')}>
      <TextField label={t('Name')} {...of.field('name')} />
      <TextField label={t('Company')} {...of.field('company', emptied)} />
      <TextField label={t('Website')} type="url" {...of.field('website', emptied)} />
      <TextField label={t('Telephone')} type="tel" {...of.field('phone', emptied)} />
    </ApiForm>
  );
}
