import { type QueryKey } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type CallKey } from '../api/use-action.ts';
import { ApiForm, useApiForm } from '../forms/api-form.tsx';
import { t } from '../i18n/translate.ts';
import { type DialogFormProps } from '../ui/dialog-button.tsx';
import { SelectField } from '../ui/field.tsx';
import { frequencyWords } from './words.ts';

/** What every schedule of reports has. */
interface Body<Kind> {
  readonly kind: Kind;
  readonly format: 'csv' | 'pdf' | 'excel';
  readonly frequency: 'daily' | 'weekly' | 'monthly';
  readonly hour: number;
  readonly timezone: string;
}

interface Props<Kind> extends DialogFormProps {
  readonly schema: z.ZodMiniType;
  readonly names: readonly (readonly [kind: Kind, name: string])[];
  readonly kind: Kind;
  readonly send: (body: Body<Kind>, key: CallKey) => Promise<unknown>;
  readonly changes: QueryKey;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Has a report sent again and again. */
export function ReportScheduleForm<Kind extends string>({
  schema,
  names,
  kind,
  send,
  changes,
  onDone,
}: Props<Kind>) {
  const of = useApiForm<{ kind: string; format: string; frequency: string; hour: number }>({
    schema,
    start: { kind, format: 'csv', frequency: 'weekly', hour: 8 },
    send: (body, key) => {
      const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
      return send({ ...(body as Omit<Body<Kind>, 'timezone'>), timezone }, key);
    },
    message: () => t('The report is sent from now on'),
    changes,
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Create the schedule')}>
      <SelectField label={t('Report')} options={names} {...of.field('kind')} />
      <SelectField
        label={t('How often')}
        options={Object.entries(frequencyWords())}
        {...of.field('frequency')}
      />
      <SelectField
        label={t('Hour')}
        options={HOURS.map((hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`])}
        {...of.field('hour', { valueAsNumber: true })}
      />
      <SelectField
        label={t('Format')}
        options={[
          ['csv', 'CSV'],
          ['excel', 'Excel'],
          ['pdf', 'PDF'],
        ]}
        {...of.field('format')}
      />
    </ApiForm>
  );
}
