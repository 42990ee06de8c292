import { linkTarget, pageOf } from './action-link.ts';

const sites = { publicUrl: 'https://api.example', consoleUrl: 'https://app.example' };
const withoutConsole = { ...sites, consoleUrl: undefined };

it.each([
  ['/commissions/1', 'https://app.example/commissions/1'],
  ['/accounting', 'https://app.example/accounting'],
  ['/account/verify-email?token=1', 'https://api.example/account/verify-email?token=1'],
  ['/invitations/a.b', 'https://api.example/invitations/a.b'],
  ['/team-invitations?token=1', 'https://api.example/team-invitations?token=1'],
  ['https://files.example/report', 'https://files.example/report'],
  [null, null],
])('the link %s opens the page %s', (actionUrl, page) => {
  expect(pageOf(actionUrl, sites)).toBe(page);
  expect(linkTarget(actionUrl, sites, 'brand')).toBe(page);
});

it.each([
  ['/campaigns/1', '/api/brand/campaigns/1', '/api/affiliate/campaigns/1'],
  ['/applications/1', '/api/brand/applications/1', '/api/affiliate/campaigns'],
  ['/commissions/1', '/api/commissions/1/trace', '/api/commissions/1/trace'],
  ['/conversions/1', '/api/brand/conversions/1', '/api/affiliate/conversions/1'],
  ['/conversions?status=flagged', '/api/brand/conversions/pending-review', null],
  ['/affiliates/1', '/api/brand/affiliates/1', null],
  ['/payouts/1', null, '/api/payouts/1'],
  ['/webhooks/1', '/api/webhooks/endpoints/1/events', '/api/webhooks/endpoints/1/events'],
  ['/settings/team', '/api/team/members', '/api/team/members'],
  ['/settings/security', '/api/auth/sessions', '/api/auth/sessions'],
  ['/named-by-an-administrator', '/named-by-an-administrator', '/named-by-an-administrator'],
])('without a console %s leads a brand to %s and an affiliate to %s', (link, brand, affiliate) => {
  const urlOf = (path: string | null) => (path === null ? null : `https://api.example${path}`);
  expect(linkTarget(link, withoutConsole, 'brand')).toBe(urlOf(brand));
  expect(linkTarget(link, withoutConsole, 'affiliate')).toBe(urlOf(affiliate));
});

it('without a console there is no page to open a record in', () => {
  expect(pageOf('/campaigns/1', withoutConsole)).toBeNull();
  expect(pageOf('/account/verify-email?token=1', withoutConsole)).toBe(
    'https://api.example/account/verify-email?token=1',
  );
});
