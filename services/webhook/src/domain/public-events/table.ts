import { campaignTranslations, clickTranslation } from './campaigns.ts';
import { conversionTranslations } from './conversions.ts';
import { integrationTranslations } from './integrations.ts';
import { ownTranslations } from './own.ts';
import { paymentTranslations } from './payments.ts';
import { reportTranslations } from './reports.ts';
import { type Translation } from './translation.ts';
import { userTranslations } from './users.ts';

/** Every internal event with its public events. */
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
