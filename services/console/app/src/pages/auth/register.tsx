import { Link } from '@tanstack/react-router';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { api } from '../../api/client.ts';
import { fieldIssuesOf, sentenceOf } from '../../api/failure.ts';
import { resolverOf } from '../../forms/resolver.ts';
import { RegisterAccountRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, TextField } from '../../ui/field.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { type PageProps } from '../page-module.ts';
import { enter } from './enter.ts';
import { AuthFrame, TEXT_LINK } from './frame.tsx';

interface Values {
  role: 'affiliate' | 'brand';
  name: string;
  email: string;
  password: string;
}

interface RoleProps {
  readonly form: UseFormReturn<Values>;
  readonly value: Values['role'];
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

function RoleChoice({ form, value, icon, title, text }: RoleProps) {
  return (
    <label className="flex cursor-pointer flex-col gap-1 rounded-xl border border-strong-line p-4 has-checked:border-accent has-checked:ring-2 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input type="radio" value={value} className="sr-only" {...form.register('role')} />
      <span className="text-accent">
        <Icon name={icon} size={22} />
      </span>
      <span className="text-sm font-medium">{title}</span>
      <span className="text-xs text-muted">{text}</span>
    </label>
  );
}

function Roles({ form }: Pick<RoleProps, 'form'>) {
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-2 text-sm font-medium">{t('I am')}</legend>
      <RoleChoice
        form={form}
        value="affiliate"
        icon="link"
        title={t('an affiliate')}
        text={t('I recommend products and earn.')}
      />
      <RoleChoice
        form={form}
        value="brand"
        icon="cart"
        title={t('a brand')}
        text={t('I sell and pay for recommendations.')}
      />
    </fieldset>
  );
}

function Fields({ form }: Pick<RoleProps, 'form'>) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label={t('Name')}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextField
        label={t('E-mail address')}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextField
        label={t('Password')}
        type="password"
        autoComplete="new-password"
        hint={t('At least {count} characters', { count: 10 })}
        error={errors.password?.message}
        {...form.register('password')}
      />
    </>
  );
}

export function Page(_props: PageProps) {
  const form = useForm<Values>({
    resolver: resolverOf(RegisterAccountRequest),
    defaultValues: { role: 'affiliate' },
  });
  const send = form.handleSubmit(async (values) => {
    try {
      await api.accounts.register(values, { maxRetries: 0 });
      enter('/');
    } catch (error) {
      for (const { path, message } of fieldIssuesOf(error))
        form.setError(path as keyof Values, { message });
      form.setError('root', { message: sentenceOf(error) });
    }
  });
  const footer = (
    <p>
      {t('You have an account?')}{' '}
      <Link to="/sign-in" className={TEXT_LINK}>
        {t('Sign in')}
      </Link>
    </p>
  );
  return (
    <AuthFrame
      title={t('Create an account')}
      text={t('It takes a minute and costs nothing.')}
      footer={footer}
    >
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <FormError>{form.formState.errors.root?.message}</FormError>
        <Roles form={form} />
        <Fields form={form} />
        <Button type="submit" kind="primary" isBusy={form.formState.isSubmitting} className="h-10">
          {t('Create account')}
        </Button>
      </form>
    </AuthFrame>
  );
}
