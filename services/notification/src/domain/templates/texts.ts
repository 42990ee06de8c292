import * as accounts from './en/accounts.ts';
import * as campaigns from './en/campaigns.ts';
import * as commissions from './en/commissions.ts';
import * as conversions from './en/conversions.ts';
import * as email from './en/email.ts';
import * as payouts from './en/payouts.ts';
import * as reports from './en/reports.ts';
import * as settings from './en/settings.ts';
import * as teams from './en/teams.ts';
import * as webhooks from './en/webhooks.ts';

/** The texts of all notifications and e-mails in English. */
const english = {
  ...accounts,
  ...campaigns,
  ...commissions,
  ...conversions,
  ...email,
  ...payouts,
  ...reports,
  ...settings,
  ...teams,
  ...webhooks,
};

/** The texts of a language, each a function of its parameters. */
export type Texts = Readonly<typeof english>;

/** A partial translation; English replaces what is missing. */
export type Translation = Partial<Texts>;

/** To add a language, add a folder beside `en` and a line here. */
const translations: Readonly<Record<string, Translation>> = { en: {} };

/** The languages that NOTIFICATION_LANGUAGE accepts. */
export const languages = Object.keys(translations);

export const textsIn = (language: string, known = translations): Texts => ({
  ...english,
  ...known[language],
});
