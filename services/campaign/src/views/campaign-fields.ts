import { campaignTypes } from '@tributary/contracts';
import { currencySchema, fromWireNumber, parsePercent } from '@tributary/money';
import { z } from 'zod';
import { settingsShape } from './attribution-fields.ts';

/*
 * The fields of a campaign on the wire. Each group is declared once; the bodies of POST and PUT and the
 * schema of the whole record are built from the same shapes.
 */
const text = (max: number) => z.string().trim().max(max);
const texts = (max: number) => z.array(text(100).min(1)).max(max);
const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'Must be an ISO 3166 country code of two letters')
  .toUpperCase();
const language = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$/, 'Must be a language code such as en or pt-BR');
const count = z.int().min(0).max(1_000_000_000);
/** Decimal major units; a rule below checks the decimals of the currency. */
const amount = z.number().min(0).max(1_000_000_000_000);

// Browsers drop line breaks in an address and read a backslash as a slash; other readers do not.
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\\]/u;

const isWebAddress = (address: string): boolean => {
  const url = UNSAFE_CHARACTERS.test(address) ? null : URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username + url.password === '' && url.hostname !== '';
};
/** An http or https address without credentials. */
export const webAddress = z
  .string()
  .trim()
  .max(2_048)
  .refine(isWebAddress, 'Must be an http or https address without credentials');

export const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: 'Must be an ISO 8601 date or datetime',
  })
  .nullable();

const limitShape = <Figure extends z.ZodType>(figure: Figure) => ({
  daily: figure.nullable(),
  weekly: figure.nullable(),
  monthly: figure.nullable(),
  total: figure.nullable(),
});
const commissionShape = {
  type: z.enum(['percentage', 'fixed']),
  value: amount,
  currency: currencySchema,
  hold_days: z.int().min(0).max(365),
  recurring_months: z.int().min(0).max(120).nullable(),
};
const budgetShape = { total: amount.positive().nullable(), daily: amount.positive().nullable() };
const criteriaShape = {
  min_lifetime_earnings: amount.nullable(),
  min_conversion_rate: z.number().min(0).max(1).nullable(),
  min_active_campaigns: count.nullable(),
  verified_required: z.boolean(),
  required_channels: texts(20),
  excluded_countries: z.array(country).max(250),
};
const modeShape = { mode: z.enum(['auto', 'manual', 'invite_only']) };
const targetingShape = {
  countries: z.array(country).max(250),
  languages: z.array(language).max(100),
  excluded_keywords: texts(500).describe(
    'Words and phrases: a visit whose referrer or `utm_term` contains a search for one is recorded as filtered',
  ),
  excluded_categories: texts(500).describe(
    'Product categories: an order of these categories only is recorded and earns only if approved manually',
  ),
  devices: z.array(z.enum(['mobile', 'desktop', 'tablet'])).max(3),
};
const callShape = {
  payout_type: z.enum(['per_call', 'per_minute']),
  payout_amount: amount,
  min_duration_seconds: z.int().min(0).max(86_400),
  recording_enabled: z.boolean(),
  whisper_message: text(500).nullable(),
};
const plainShape = {
  name: text(200).min(1),
  description: text(5_000),
  type: z.enum(campaignTypes),
  landing_page_url: webAddress,
  pixel_enabled: z.boolean(),
  consent_default: z
    .enum(['granted', 'denied'])
    .describe('What counts where a click or report states no consent'),
  exclusive: z.boolean(),
  starts_at: instant,
  ends_at: instant,
};

const limits = (figure: typeof count | typeof amount) => z.strictObject(limitShape(figure));
const someLimits = (figure: typeof count | typeof amount) => limits(figure).partial().optional();

/** A whole record. */
const recordShape = {
  ...plainShape,
  commission: z.strictObject(commissionShape),
  caps: z.strictObject({
    clicks: limits(count),
    conversions: limits(count),
    commission: limits(amount),
  }),
  budget: z.strictObject(budgetShape),
  approval: z.strictObject({ ...modeShape, criteria: z.strictObject(criteriaShape) }),
  targeting: z.strictObject(targetingShape),
  call: z.strictObject(callShape).nullable(),
  attribution: z.strictObject(settingsShape),
};

/** Any part of a record; a null group is reset to its defaults. */
const partShape = {
  ...z.strictObject(plainShape).partial().shape,
  commission: z.strictObject(commissionShape).partial().optional(),
  caps: z
    .strictObject({
      clicks: someLimits(count),
      conversions: someLimits(count),
      commission: someLimits(amount),
    })
    .nullish(),
  budget: z.strictObject(budgetShape).partial().nullish(),
  approval: z
    .strictObject({ ...modeShape, criteria: z.strictObject(criteriaShape).partial() })
    .partial()
    .nullish(),
  targeting: z.strictObject(targetingShape).partial().nullish(),
  call: z.strictObject(callShape).partial().nullish(),
  attribution: z.strictObject(settingsShape).partial().nullish(),
};

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
const rules: readonly Rule[] = [
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
const typeRules: readonly Rule[] = [
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
const withRules = <Schema extends z.ZodType<object>>(
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

const initialStatus = z.enum(['draft', 'active']).default('draft');
const anyStatus = z.enum(['draft', 'active', 'paused', 'completed', 'archived']).optional();

/** The body of POST; fields without a default are required. */
export const createBody = withRules(
  z.strictObject({
    ...partShape,
    name: plainShape.name,
    type: plainShape.type,
    landing_page_url: plainShape.landing_page_url,
    commission: z.strictObject({
      type: commissionShape.type,
      value: commissionShape.value,
      currency: commissionShape.currency.default('USD'),
      hold_days: commissionShape.hold_days.optional(),
      recurring_months: commissionShape.recurring_months.optional(),
    }),
    status: initialStatus,
  }),
  [...rules, ...typeRules],
);

/** The body of PUT; fields left out stay as they are, also within groups; lists are replaced. */
export const updateBody = withRules(z.strictObject({ ...partShape, status: anyStatus }), rules);

/** A whole record after an update was merged into it. */
export const recordSchema = withRules(z.strictObject(recordShape), [...rules, ...typeRules]);
export type CampaignRecord = z.output<typeof recordSchema>;

/** The fields that a brand can set; responses add further fields. */
export const recordFields = recordShape;
