import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import * as z from 'zod/mini';
import { UpdateBillingProfileRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';

interface Props extends DialogFormProps {
  readonly profile: Schemas['BillingProfile'];
}

/** An emptied field takes the value back. */
const emptied = { setValueAs: (text: string | null) => text || null };

type Body = z.input<typeof UpdateBillingProfileRequest>;

/** The API takes no empty line. */
const withoutEmptyLines = z.pipe(
  z.transform((body: Body): Body => ({
    ...body,
    address_lines: (body.address_lines ?? []).filter((line) => line !== ''),
  })),
  UpdateBillingProfileRequest,
);

/** Changes whom invoices are made out to. */
export function Form({ profile, onDone }: Props) {
  const of = useApiForm<Schemas['UpdateBillingProfileRequest']>({
    schema: withoutEmptyLines,
    start: profile,
    send: (body) => api.billingProfiles.update(body),
    message: () => t('The billing profile was changed'),
    changes: ['affiliate', 'billing'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Save')}>
      <TextField label={t('Name of the person or company')} {...of.field('legal_name', emptied)} />
      <TextField label={t('Street and number')} {...of.field('address_lines.0')} />
      <TextField label={t('Postal code and town')} {...of.field('address_lines.1')} />
      <TextField label={t('Country')} {...of.field('address_lines.2')} />
      <TextField label={t('Tax number')} {...of.field('tax_id', emptied)} />
    </ApiForm>
  );
}
