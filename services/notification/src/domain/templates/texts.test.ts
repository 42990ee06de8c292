import { commissionCreated } from '@tributary/contracts';
import { emailOf } from '../../views/email-view.ts';
import { triggers } from '../triggers/table.ts';
import { commissionApproved } from './commission-approved.ts';
import { emailWords } from './email-words.ts';
import { languages, type Texts, textsIn, type Translation } from './texts.ts';

const words = { amount: '12.00 USD', campaign: 'Spring sale', orderId: 'A-1' };
/** A language of which two texts are translated. */
const german: Translation = {
  commissionEarned: ({ amount, campaign, orderId }) => ({
    title: `Sie haben ${amount} verdient`,
    message: `Bestellung ${orderId} in ${campaign} brachte Ihnen ${amount} Provision.`,
  }),
  emailWords: { ...emailWords, language: 'de', hello: (name) => `Guten Tag ${name},` },
};
const texts: Texts = textsIn('de', { en: {}, de: german });

describe('texts in another language', () => {
  it('are told as far as they are translated, and in English where they are not', () => {
    expect(texts.commissionEarned(words).title).toBe('Sie haben 12.00 USD verdient');
    expect(texts.commissionApproved(words)).toEqual(commissionApproved(words));
  });

  it('are what events are told in', () => {
    const row = triggers.find(({ eventType }) => eventType.type === commissionCreated.type);
    const commission = { campaignName: 'Spring sale', orderId: 'A-1', amountMinor: 1_200 };
    const names = { campaignOf: () => undefined, texts };
    const tellings = row?.tellings({ ...commission, currency: 'USD' }, names);
    expect(tellings).toMatchObject([german.commissionEarned?.(words)]);
  });

  it('have what stands around them in e-mails', () => {
    const content = texts.commissionEarned(words);
    const addressee = { name: 'Ann', publicUrl: 'https://a.example', words: texts.emailWords };
    const { text, html } = emailOf(content, addressee);
    expect(text).toMatch(/^Guten Tag Ann,/);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain(emailWords.footer);
  });
});

it('English is always there, and what a language that nobody knows falls back to', () => {
  expect(languages).toContain('en');
  expect(textsIn('xx')).toEqual(textsIn('en'));
});
