import * as z from 'zod/mini';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';

/** One line of the API's map of rates. */
const Rate = z.object({
  currency: z.string().check(z.minLength(3), z.maxLength(3)),
  rate: z.string().check(z.minLength(1)),
});

/** Sets the rate of one currency from now on. */
export function Form({ base, onDone }: DialogFormProps & { readonly base: string }) {
  const of = useApiForm<z.infer<typeof Rate>>({
    schema: Rate,
    start: { currency: '', rate: '' },
    send: ({ currency, rate }) => api.exchangeRates.set({ rates: { [currency]: rate } }),
    message: () => t('The rate counts from now on'),
    changes: ['operator', 'rates'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Set the rate')}>
      <TextField
        label={t('Currency')}
        placeholder={'EUR'}
        {...of.field('currency', { setValueAs: (text: string) => text.toUpperCase() })}
      />
      <TextField
        label={t('Rate')}
        inputMode="decimal"
        placeholder={'1.0825'}
        hint={t('What one unit of it is worth in {base}.', { base })}
        {...of.field('rate')}
      />
    </ApiForm>
  );
}
