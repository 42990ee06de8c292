/** All pages that have something to show after the stories, by who sees them. */
export const pagesOf = {
  brand: [
    '/',
    '/campaigns',
    '/campaigns/new',
    '/applications?status=approved',
    '/conversions',
    '/affiliates',
    '/payouts',
    '/notifications',
    '/settings/account',
    '/no-such-page',
  ],
  affiliate: ['/sign-in', '/register', '/forgot-password'],
  operator: ['/', '/users', '/payouts', '/ledger'],
} as const;
