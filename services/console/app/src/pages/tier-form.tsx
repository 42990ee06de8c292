import { type Schemas } from '@tributary/sdk';
import { useFieldArray } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type CallKey } from '../api/use-action.ts';
import { type QueryKey } from '@tanstack/react-query';
import { ApiForm, useApiForm } from '../forms/api-form.tsx';
import { t } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';
import { type DialogFormProps } from '../ui/dialog-button.tsx';
import { TextField } from '../ui/field.tsx';

export type TierBody = Schemas['SetCampaignTiersRequest'];

interface Props extends DialogFormProps {
  /** The tiers of now. */
  readonly tiers: readonly Schemas['Tier'][];
  /** The only names that there may be, in this order; without them every name. */
  readonly names?: readonly string[];
  /** The rules of the API for the scheme. */
  readonly schema: z.ZodMiniType;
  readonly send: (body: TierBody, key: CallKey) => Promise<unknown>;
  readonly changes: QueryKey;
}

/** The most that the platform may have. */
const MAX_TIERS = 10;

const FIRST: TierBody['tiers'][number] = {
  name: '',
  bonus_percent: 0,
  min_conversions: 0,
  min_revenue: 0,
};

const fieldsOf = (tier: Schemas['Tier']): TierBody['tiers'][number] => ({
  name: tier.name,
  description: tier.description,
  bonus_percent: tier.bonus_percent,
  min_conversions: tier.min_conversions,
  min_revenue: tier.min_revenue,
  benefits: tier.benefits,
  is_active: tier.is_active,
});

const number = { valueAsNumber: true } as const;

/** States from which orders and revenue on affiliates earn more, and how much. */
export function Form({ tiers, names, schema, send, changes, onDone }: Props) {
  const nameOf = (index: number): string => names?.[index] ?? '';
  const [first] = tiers;
  const of = useApiForm<TierBody>({
    schema,
    start: {
      period_days: first?.period_days ?? 30,
      allow_downgrade: first?.allow_downgrade ?? false,
      tiers: first === undefined ? [{ ...FIRST, name: nameOf(0) }] : tiers.map(fieldsOf),
    },
    send,
    message: () => t('The tiers count from the next evaluation on'),
    changes,
    onDone,
  });
  const rows = useFieldArray({ control: of.form.control, name: 'tiers' });
  const count = rows.fields.length;
  return (
    <ApiForm of={of} label={t('Save the tiers')}>
      <TextField
        label={t('Days that count')}
        type="number"
        min="1"
        hint={t('Conversions and revenue of so many days decide the tier.')}
        {...of.field('period_days', number)}
      />
      {rows.fields.map(({ id }, index) => (
        <fieldset key={id} className="grid grid-cols-2 gap-3 rounded-lg border border-line p-3">
          <legend className="px-1 text-xs text-muted">
            {t('Tier {number}', { number: index + 1 })}
          </legend>
          <TextField
            label={t('Name')}
            readOnly={names !== undefined}
            {...of.field(`tiers.${index}.name`)}
          />
          <TextField
            label={t('More commission, percent')}
            type="number"
            step="any"
            {...of.field(`tiers.${index}.bonus_percent`, number)}
          />
          <TextField
            label={t('From conversions')}
            type="number"
            {...of.field(`tiers.${index}.min_conversions`, number)}
          />
          <TextField
            label={t('From revenue, USD')}
            type="number"
            step="any"
            {...of.field(`tiers.${index}.min_revenue`, number)}
          />
        </fieldset>
      ))}
      <div className="flex gap-2">
        {count < (names?.length ?? MAX_TIERS) && (
          <Button onClick={() => rows.append({ ...FIRST, name: nameOf(count) })}>
            {t('Add a tier')}
          </Button>
        )}
        {count > 1 && (
          <Button onClick={() => rows.remove(count - 1)}>{t('Remove the last')}</Button>
        )}
      </div>
    </ApiForm>
  );
}
