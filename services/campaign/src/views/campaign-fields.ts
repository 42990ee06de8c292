import { campaignTypes } from '@tributary/contracts';
import { currencySchema } from '@tributary/money';
import { z } from 'zod';
import { settingsShape } from './attribution-fields.ts';
import { rules, typeRules, withRules } from './campaign-rules.ts';

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
  value: amount.describe('Percent, or of a fixed commission the amount in `currency`'),
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
  holdout_percent: z
    .int()
    .min(0)
    .max(20)
    .describe(
      'The part of visitors, drawn at random, whose orders are credited to nobody, so that it is known how many orders clicks bring; their redirects work, and state `holdout=1` to the shop',
    ),
  exclusive: z.boolean(),
  starts_at: instant,
  ends_at: instant,
};

const countLimits = z
  .strictObject(limitShape(count))
  .meta({ id: 'CountLimits', description: 'The most that counts in each period' });
const amountLimits = z
  .strictObject(limitShape(amount))
  .meta({ id: 'AmountLimits', description: 'The most that is paid in each period' });
/** A whole record. */
const recordShape = {
  ...plainShape,
  commission: z
    .strictObject(commissionShape)
    .meta({ id: 'CampaignCommission', description: 'What an order of the campaign earns' }),
  caps: z
    .strictObject({ clicks: countLimits, conversions: countLimits, commission: amountLimits })
    .meta({ id: 'CampaignCaps', description: 'The most that the campaign pays for' }),
  budget: z.strictObject(budgetShape),
  approval: z
    .strictObject({
      ...modeShape,
      criteria: z.strictObject(criteriaShape).meta({
        id: 'ApprovalCriteria',
        description: 'What an affiliate must meet to be approved automatically',
      }),
    })
    .meta({ id: 'CampaignApproval', description: 'Who may join the campaign' }),
  targeting: z
    .strictObject(targetingShape)
    .meta({ id: 'CampaignTargeting', description: 'Whose visits count' }),
  call: z
    .strictObject(callShape)
    .meta({ id: 'CallTerms', description: 'How telephone calls are paid' })
    .nullable(),
  attribution: z.strictObject(settingsShape).meta({
    id: 'CampaignAttribution',
    description: 'How the campaign shares the credit for orders',
  }),
};

/** Names a group of fields of which callers send any part. */
const part = <Group extends z.ZodType>(id: string, group: Group): Group =>
  group.meta({ id, description: 'Fields to set; those left out stay as they are' });

const someCountLimits = part('SomeCountLimits', z.strictObject(limitShape(count)).partial());
const someAmountLimits = part('SomeAmountLimits', z.strictObject(limitShape(amount)).partial());

/** Any part of a record; a null group is reset to its defaults. */
const partShape = {
  ...z.strictObject(plainShape).partial().shape,
  commission: part('SomeCampaignCommission', z.strictObject(commissionShape).partial()).optional(),
  caps: part(
    'SomeCampaignCaps',
    z.strictObject({
      clicks: someCountLimits.optional(),
      conversions: someCountLimits.optional(),
      commission: someAmountLimits.optional(),
    }),
  ).nullish(),
  budget: part('SomeCampaignBudget', z.strictObject(budgetShape).partial()).nullish(),
  approval: part(
    'SomeCampaignApproval',
    z
      .strictObject({
        ...modeShape,
        criteria: part('SomeApprovalCriteria', z.strictObject(criteriaShape).partial()),
      })
      .partial(),
  ).nullish(),
  targeting: part('SomeCampaignTargeting', z.strictObject(targetingShape).partial()).nullish(),
  call: part('SomeCallTerms', z.strictObject(callShape).partial()).nullish(),
  attribution: part('SomeCampaignAttribution', z.strictObject(settingsShape).partial()).nullish(),
};

const initialStatus = z.enum(['draft', 'active']).default('draft');
const anyStatus = z.enum(['draft', 'active', 'paused', 'completed', 'archived']).optional();

/** The body of POST; fields without a default are required. */
export const createBody = withRules(
  z.strictObject({
    ...partShape,
    name: plainShape.name,
    type: plainShape.type,
    landing_page_url: plainShape.landing_page_url,
    commission: z
      .strictObject({
        type: commissionShape.type,
        value: commissionShape.value,
        currency: commissionShape.currency.default('USD'),
        hold_days: commissionShape.hold_days.optional(),
        recurring_months: commissionShape.recurring_months.optional(),
      })
      .meta({ id: 'NewCampaignCommission', description: 'What an order of the campaign earns' }),
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
