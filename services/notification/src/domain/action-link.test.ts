import { linkTarget } from './action-link.ts';

const sites = { publicUrl: 'https://api.example', consoleUrl: 'https://app.example' };

it.each([
  ['/commissions/1', 'https://app.example/commissions/1'],
  ['/accounting', 'https://app.example/accounting'],
  ['/account/verify-email?token=1', 'https://api.example/account/verify-email?token=1'],
  ['/invitations/a.b', 'https://api.example/invitations/a.b'],
  ['/team-invitations?token=1', 'https://api.example/team-invitations?token=1'],
  ['https://files.example/report', 'https://files.example/report'],
  [null, null],
])('the link %s leads to %s', (actionUrl, target) => {
  expect(linkTarget(actionUrl, sites)).toBe(target);
});
