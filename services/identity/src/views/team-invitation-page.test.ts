import { type Language, languages, memberRoleNames } from '@tributary/contracts';
import { type TeamInvitation } from '../domain/team-invitation.ts';
import { type User } from '../domain/user.ts';
import { endedTeamInvitationPage, teamInvitationPage } from './team-invitation-page.ts';

it('the page of an invitation is in the language of its reader', () => {
  const invitation = {
    role: 'finance',
    expiresAt: new Date('2026-05-31T12:00:00Z'),
  } as TeamInvitation;
  const account = { name: 'Discs <b>', company: null } as User;
  const page = (language: Language) =>
    teamInvitationPage({ invitation, account, token: 'tri_1' }, language);
  expect(page('de')).toContain('Die Einladung gilt bis zum 31. Mai 2026.');
  expect(page('es')).toContain('La invitación vale hasta el 31 de mayo de 2026.');
  expect(page('en')).toContain('Join Discs &lt;b&gt; at Tributary');
  for (const language of languages) {
    expect(page(language)).toContain(memberRoleNames[language].finance);
    expect(page(language)).toContain(`<html lang="${language}">`);
  }
  const titles = languages.map(
    (language) => /<h1>(.*?)<\/h1>/.exec(endedTeamInvitationPage(language))?.[1],
  );
  expect(new Set(titles).size).toBe(languages.length);
});
