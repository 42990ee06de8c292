import { campaignTranslations, clickTranslation } from './campaigns.ts';
import { conversionTranslations } from './conversions.ts';
import { integrationTranslations } from './integrations.ts';
import { ownTranslations } from './own.ts';
import { paymentTranslations } from './payments.ts';
import { reportTranslations } from './reports.ts';
import { type Translation } from './translation.ts';
import { userTranslations } from './users.ts';

/** Every internal event and what subscribers are told of it, in one table. */
export const translations: readonly Translation[] = [
  ...userTranslations,
  ...campaignTranslations,
  clickTranslation,
  ...conversionTranslations,
  ...integrationTranslations,
  ...paymentTranslations,
  ...reportTranslations,
  ...ownTranslations,
];
