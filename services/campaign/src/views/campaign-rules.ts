import { currencySchema, fromWireNumber, parsePercent } from '@tributary/money';
import { type z } from 'zod';

const succeeds = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

/** The input of the rules below: a whole record or a part of it, possibly invalid. */
interface Draft {
  readonly [field: string]: unknown;
}
const valueAt = (draft: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Draft)[key] : undefined,
    draft,
  );

interface Rule {
  readonly path: readonly string[];
  readonly message: string;
  readonly holds: (draft: Draft) => boolean;
}

const hasCurrencyDecimals = (path: readonly string[]): Rule => ({
  path,
  message: 'Has more decimals than its currency',
  holds: (draft) => {
    const value = valueAt(draft, path);
    const currency = valueAt(draft, ['commission', 'currency']);
    if (typeof value !== 'number' || value < 0 || !currencySchema.safeParse(currency).success) {
      return true;
    }
    return succeeds(() => fromWireNumber(value, String(currency)));
  },
});

const AMOUNTS: readonly (readonly string[])[] = [
  ...['daily', 'weekly', 'monthly', 'total'].map((period) => ['caps', 'commission', period]),
  ['budget', 'total'],
  ['budget', 'daily'],
  ['approval', 'criteria', 'min_lifetime_earnings'],
  ['call', 'payout_amount'],
];

/** Rules between fields. A missing or invalid field passes, because its own schema reports it. */
export const rules: readonly Rule[] = [
  {
    path: ['commission', 'value'],
    message: 'A percentage is 0 to 100 with at most 4 decimals',
    holds: (draft) => {
      const value = valueAt(draft, ['commission', 'value']);
      if (valueAt(draft, ['commission', 'type']) !== 'percentage' || typeof value !== 'number')
        return true;
      return value < 0 || succeeds(() => parsePercent(String(value)));
    },
  },
  {
    ...hasCurrencyDecimals(['commission', 'value']),
    holds: (draft) =>
      valueAt(draft, ['commission', 'type']) !== 'fixed' ||
      hasCurrencyDecimals(['commission', 'value']).holds(draft),
  },
  ...AMOUNTS.map(hasCurrencyDecimals),
  {
    path: ['ends_at'],
    message: 'Must be after starts_at',
    holds: (draft) => {
      const { starts_at: startsAt, ends_at: endsAt } = draft;
      if (typeof startsAt !== 'string' || typeof endsAt !== 'string') return true;
      return !(new Date(endsAt) <= new Date(startsAt));
    },
  },
];

/** The requirements of each campaign type, for whole records only. */
export const typeRules: readonly Rule[] = [
  {
    path: ['call'],
    message: 'A campaign for calls needs its call settings',
    holds: ({ type, call }) => type !== 'call' || (call !== null && call !== undefined),
  },
  {
    path: ['commission', 'type'],
    message: 'Must be fixed: this type of campaign has no order value to take a percentage of',
    holds: (draft) =>
      !['click', 'impression', 'direct_messaging'].includes(String(draft['type'])) ||
      valueAt(draft, ['commission', 'type']) !== 'percentage',
  },
];

/** Adds rules that are checked even where other fields are invalid, so that the error names every field. */
export const withRules = <Schema extends z.ZodType<object>>(
  schema: Schema,
  added: readonly Rule[],
): Schema =>
  added.reduce(
    (checked, { path, message, holds }) =>
      checked.refine((draft) => holds(draft as Draft), {
        path: [...path],
        message,
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    schema,
  );
