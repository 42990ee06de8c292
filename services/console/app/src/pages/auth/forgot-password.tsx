import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { resolverOf } from '../../forms/resolver.ts';
import { RequestPasswordResetRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, TextField } from '../../ui/field.tsx';
import { type PageProps } from '../page-module.ts';
import { AuthFrame, TEXT_LINK } from './frame.tsx';

/** Requests the mail with the link to a new password. The answer is the same whether the address has an account or not. */
export function Page(_props: PageProps) {
  const form = useForm<{ email: string }>({ resolver: resolverOf(RequestPasswordResetRequest) });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const send = form.handleSubmit(async (values) => {
    try {
      await api.auth.requestPasswordReset(values);
    } catch (error) {
      form.setError('root', { message: sentenceOf(error) });
    }
  });
  const footer = (
    <Link to="/sign-in" className={TEXT_LINK}>
      {t('Back to the sign-in')}
    </Link>
  );
  if (isSubmitSuccessful)
    return (
      <AuthFrame
        title={t('Look into your mailbox')}
        text={t(
          'If the address has an account, a link to a new password is on its way. It works for one hour.',
        )}
        footer={footer}
      >
        {null}
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t('Forgot your password?')}
      text={t('We send you a link to choose a new one.')}
      footer={footer}
    >
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <FormError>{errors.root?.message}</FormError>
        <TextField
          label={t('E-mail address')}
          type="email"
          autoComplete="username"
          autoFocus
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" kind="primary" isBusy={isSubmitting} className="h-10">
          {t('Send the link')}
        </Button>
      </form>
    </AuthFrame>
  );
}
