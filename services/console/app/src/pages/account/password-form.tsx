import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { UpdateAccountRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';

/** Changes the password, by the one of before. */
export function Form({ onDone }: DialogFormProps) {
  const of = useApiForm<{ current_password: string; password: string }>({
    schema: UpdateAccountRequest,
    start: { current_password: '', password: '' },
    send: (body) => api.accounts.update(body),
    message: () => t('The password was changed; other sessions have ended'),
    changes: ['sessions'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Change the password')}>
      <TextField
        label={t('Password of now')}
        type="password"
        autoComplete="current-password"
        {...of.field('current_password')}
      />
      <TextField
        label={t('New password')}
        type="password"
        autoComplete="new-password"
        {...of.field('password')}
      />
    </ApiForm>
  );
}
