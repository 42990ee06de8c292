import { type Language, languages } from '@tributary/contracts';
import { type Campaign } from '../domain/campaign.ts';
import { type Invitation } from '../domain/invitation.ts';
import { endedInvitationPage, invitationPage } from './invitation-page.ts';

const invitation = {
  message: null,
  expiresAt: new Date('2026-05-31T12:00:00Z'),
  acceptedBy: null,
} as Invitation;
const campaign = { id: 'c', name: 'Boats', brandName: 'Hafen', description: '' } as Campaign;

const page = (language: Language, status: Campaign['status'], acceptedBy: string | null = null) =>
  invitationPage(
    { campaign: { ...campaign, status }, invitation: { ...invitation, acceptedBy }, token: 't' },
    language,
  );

it('the page of an invitation is in the language of its reader, in every state', () => {
  expect(page('de', 'active')).toContain('Die Einladung gilt bis zum 31. Mai 2026.');
  expect(page('es', 'active')).toContain('Hafen te invita a Boats');
  expect(page('es', 'active')).toContain('La invitación vale hasta el 31 de mayo de 2026.');
  const pages = languages.map((language) => [
    page(language, 'active'),
    page(language, 'paused'),
    page(language, 'completed'),
    page(language, 'active', 'a'),
    endedInvitationPage(language),
  ]);
  for (const [index, language] of languages.entries()) {
    for (const html of pages[index] ?? []) expect(html).toContain(`<html lang="${language}">`);
  }
  const paragraphs = pages.map((ofLanguage) =>
    ofLanguage.flatMap((html) => html.match(/<p>.*?<\/p>/g) ?? []),
  );
  expect(new Set(paragraphs.flat()).size).toBe(languages.length * new Set(paragraphs[0]).size);
});
