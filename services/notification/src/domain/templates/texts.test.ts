import { commissionCreated } from '@tributary/contracts';
import { triggers } from '../triggers/table.ts';
import { commissionApproved } from './en/commissions.ts';
import { emailTexts } from './en/email.ts';
import { languages, type Texts, textsIn, type Translation } from './texts.ts';

const commission = { amount: '12.00 USD', campaign: 'Spring sale', orderId: 'A-1' };
/** A language with two translated texts. */
const german: Translation = {
  commissionEarned: ({ amount, campaign, orderId }) => ({
    title: `Sie haben ${amount} verdient`,
    message: `Bestellung ${orderId} in ${campaign} brachte Ihnen ${amount} Provision.`,
  }),
  emailTexts: { ...emailTexts, language: 'de', hello: (name) => `Guten Tag ${name},` },
};
const texts: Texts = textsIn('de', { en: {}, de: german });

describe('texts in another language', () => {
  it('are translated where a translation exists, and English otherwise', () => {
    expect(texts.commissionEarned(commission).title).toBe('Sie haben 12.00 USD verdient');
    expect(texts.commissionApproved(commission)).toEqual(commissionApproved(commission));
    expect(texts.emailTexts.language).toBe('de');
  });

  it('are the texts of the notices that events trigger', () => {
    const row = triggers.find(({ eventType }) => eventType.type === commissionCreated.type);
    const created = { campaignName: 'Spring sale', orderId: 'A-1', amountMinor: 1_200 };
    const context = { campaignNameOf: () => undefined, isProved: () => true, texts };
    const notices = row?.noticesFor({ ...created, currency: 'USD' }, context);
    expect(notices).toMatchObject([german.commissionEarned?.(commission)]);
  });
});

it('English is always available, and replaces an unknown language', () => {
  expect(languages).toContain('en');
  expect(textsIn('xx')).toEqual(textsIn('en'));
});
