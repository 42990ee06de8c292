import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { resolverOf } from '../../forms/resolver.ts';
import { CreateCampaignRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { showMessage } from '../../ui/toast.tsx';
import { type PageProps } from '../page-module.ts';
import { sentenceOfTerms } from '../terms.ts';
import { campaignTypeWord } from '../words.ts';

type Body = Schemas['CreateCampaignRequest'];
type Form = UseFormReturn<Body>;

const TYPES = ['sale', 'lead', 'subscription'] as const;
const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF'] as const;

interface StepProps {
  readonly form: Form;
}

function Basics({ form }: StepProps) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label={t('Name')}
        autoFocus
        hint={t('Affiliates see it.')}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextField
        label={t('Landing page')}
        type="url"
        hint={t('Where links lead, such as https://shop.example.com.')}
        error={errors.landing_page_url?.message}
        {...form.register('landing_page_url')}
      />
      <TextArea label={t('Description')} {...form.register('description')} />
    </>
  );
}

function Terms({ form }: StepProps) {
  const { errors } = form.formState;
  const isShare = form.watch('commission.type') === 'percentage';
  return (
    <>
      <SelectField
        label={t('What earns a commission')}
        options={TYPES.map((type) => [type, campaignTypeWord(type)])}
        {...form.register('type')}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <SelectField
          label={t('Kind')}
          options={[
            ['percentage', t('A share of the order')],
            ['fixed', t('A fixed amount')],
          ]}
          {...form.register('commission.type')}
        />
        <TextField
          label={isShare ? t('Percent') : t('Amount')}
          type="number"
          step="any"
          min="0"
          error={errors.commission?.value?.message}
          {...form.register('commission.value', { valueAsNumber: true })}
        />
        <SelectField
          label={t('Currency')}
          options={CURRENCIES.map((code) => [code, code])}
          {...form.register('commission.currency')}
        />
      </div>
      <TextField
        label={t('Days until it is payable')}
        type="number"
        min="0"
        hint={t('Long enough for returns to arrive.')}
        error={errors.commission?.hold_days?.message}
        {...form.register('commission.hold_days', { valueAsNumber: true })}
      />
    </>
  );
}

function Limits({ form }: StepProps) {
  return (
    <>
      <TextField
        label={t('Budget')}
        type="number"
        min="0"
        step="any"
        hint={t('The most that the campaign pays in all; empty for no limit.')}
        {...form.register('budget.total', {
          setValueAs: (text: string) => (text === '' ? null : Number(text)),
        })}
      />
      <SelectField
        label={t('Who may join')}
        options={[
          ['manual', t('Those whom we accept')],
          ['auto', t('Everybody at once')],
        ]}
        {...form.register('approval.mode')}
      />
      <SelectField
        label={t('Start')}
        options={[
          ['active', t('Now')],
          ['draft', t('Later: keep it as a draft')],
        ]}
        {...form.register('status')}
      />
    </>
  );
}

const STEPS = [
  { fields: ['name', 'landing_page_url', 'description'], Part: Basics },
  { fields: ['type', 'commission'], Part: Terms },
  { fields: ['budget', 'approval', 'status'], Part: Limits },
] as const;

const stepNames = (): readonly string[] => [
  t('The basics'),
  t('What you pay'),
  t('Limits and start'),
];

function Progress({ at }: { readonly at: number }) {
  return (
    <ol className="flex flex-wrap gap-x-6 gap-y-2 border-b border-line px-6 py-4 text-sm">
      {stepNames().map((name, index) => (
        <li
          key={name}
          aria-current={index === at ? 'step' : undefined}
          className={index === at ? 'font-semibold text-accent' : 'text-muted'}
        >
          {`${index + 1}. ${name}`}
        </li>
      ))}
    </ol>
  );
}

/** The terms as a sentence, while they are being chosen. */
function Sentence({ form }: StepProps) {
  const [type, commission] = form.watch(['type', 'commission']);
  const value = Number.isFinite(commission.value) ? commission.value : 0;
  const terms = { type, commission: { currency: 'USD', ...commission, value } };
  return (
    <p aria-live="polite" className="rounded-lg bg-sunken px-4 py-3 text-sm font-medium">
      {sentenceOfTerms(terms)}
    </p>
  );
}

const START: Partial<Body> = {
  type: 'sale',
  status: 'active',
  commission: { type: 'percentage', value: 10, currency: 'USD', hold_days: 30 },
  approval: { mode: 'manual' },
};

export function Page(_props: PageProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [at, setAt] = useState(0);
  const form = useForm<Body>({
    resolver: resolverOf(CreateCampaignRequest),
    defaultValues: START,
  });
  const step = STEPS[at] ?? STEPS[0];
  const isLast = at === STEPS.length - 1;
  const send = form.handleSubmit(async (values) => {
    try {
      const { id } = await api.campaigns.create(values);
      await queries.invalidateQueries({ queryKey: ['brand'] });
      showMessage(t('The campaign was created'));
      await navigate({ to: '/campaigns/$id', params: { id } });
    } catch (error) {
      form.setError('root', { message: sentenceOf(error) });
    }
  });
  const next = async (): Promise<void> => {
    if (isLast) await send();
    else if (await form.trigger(step.fields)) setAt(at + 1);
  };
  return (
    <Frame
      title={t('New campaign')}
      description={t('Three steps; all of it can be changed later.')}
    >
      <Card className="max-w-2xl">
        <Progress at={at} />
        <form
          noValidate
          className="flex flex-col gap-5 p-6"
          onSubmit={(event) => {
            event.preventDefault();
            void next();
          }}
        >
          <FormError>{form.formState.errors.root?.message}</FormError>
          <step.Part form={form} />
          <Sentence form={form} />
          <div className="flex justify-between">
            <Button kind="quiet" disabled={at === 0} onClick={() => setAt(at - 1)}>
              {t('Back')}
            </Button>
            <Button type="submit" kind="primary" isBusy={form.formState.isSubmitting}>
              {isLast ? t('Create campaign') : t('Continue')}
            </Button>
          </div>
        </form>
      </Card>
    </Frame>
  );
}
