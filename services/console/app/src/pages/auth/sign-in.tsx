import { Link } from '@tanstack/react-router';
import { TributaryError } from '@tributary/sdk';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { resolverOf } from '../../forms/resolver.ts';
import { FinishLogInRequest, LogInRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, TextField } from '../../ui/field.tsx';
import { type PageProps } from '../page-module.ts';
import { enter } from './enter.ts';
import { AuthFrame, TEXT_LINK } from './frame.tsx';

/** What continues a sign-in with a second factor; undefined where the error is another one. */
function challengeOf(error: unknown): string | undefined {
  if (!(error instanceof TributaryError) || error.code !== 'second_factor_required')
    return undefined;
  const { challenge_token: token } = error.details;
  return typeof token === 'string' ? token : undefined;
}

interface StepProps {
  readonly to: string | undefined;
}

function Password({
  to,
  onChallenge,
}: StepProps & { readonly onChallenge: (token: string) => void }) {
  const form = useForm<{ email: string; password: string }>({ resolver: resolverOf(LogInRequest) });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (values) => {
    try {
      await api.auth.logIn(values, { maxRetries: 0 });
      enter(to);
    } catch (error) {
      const challenge = challengeOf(error);
      if (challenge !== undefined) onChallenge(challenge);
      else form.setError('root', { message: sentenceOf(error) });
    }
  });
  return (
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
      <TextField
        label={t('Password')}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" kind="primary" isBusy={isSubmitting} className="h-10">
        {t('Sign in')}
      </Button>
      <Link to="/forgot-password" className={`text-center text-sm ${TEXT_LINK}`}>
        {t('Forgot your password?')}
      </Link>
    </form>
  );
}

function SecondFactor({ to, challenge }: StepProps & { readonly challenge: string }) {
  const form = useForm<{ challenge_token: string; code: string }>({
    resolver: resolverOf(FinishLogInRequest),
    defaultValues: { challenge_token: challenge, code: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (values) => {
    try {
      await api.auth.finishLogIn(values, { maxRetries: 0 });
      enter(to);
    } catch (error) {
      form.setError('code', { message: sentenceOf(error) });
    }
  });
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <TextField
        label={t('Code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        hint={t('Without your device, use one of your recovery codes.')}
        error={errors.code?.message}
        {...form.register('code')}
      />
      <Button type="submit" kind="primary" isBusy={isSubmitting} className="h-10">
        {t('Continue')}
      </Button>
    </form>
  );
}

export function Page({ search }: PageProps) {
  const [challenge, setChallenge] = useState<string>();
  const footer = (
    <p>
      {t('New here?')}{' '}
      <Link to="/register" className={TEXT_LINK}>
        {t('Create an account')}
      </Link>
    </p>
  );
  if (challenge !== undefined)
    return (
      <AuthFrame title={t('Second factor')} text={t('Enter the code that your app shows.')}>
        <SecondFactor to={search.to} challenge={challenge} />
      </AuthFrame>
    );
  return (
    <AuthFrame title={t('Sign in')} text={t('Welcome back.')} footer={footer}>
      <Password to={search.to} onChallenge={setChallenge} />
    </AuthFrame>
  );
}
