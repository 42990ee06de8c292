import { routeTree } from './route-tree.ts';
import { serviceRoutes } from './service-routes.ts';

const tree = routeTree(serviceRoutes);
const serviceOf = (path: string): string | undefined => tree.find(path)?.service;

describe('routeTree', () => {
  it('finds the longest prefix, so that one service can own a path within another’s prefix', () => {
    expect(serviceOf('/api/brand/conversions')).toBe('tracking');
    expect(serviceOf('/api/brand/conversions/0196/review')).toBe('tracking');
    expect(serviceOf('/api/brand/conversions/campaigns/0196/attribution')).toBe('attribution');
    expect(serviceOf('/api/brand/conversions/fraud-analysis')).toBe('attribution');
    expect(serviceOf('/api/brand/campaigns/0196')).toBe('campaign');
    expect(serviceOf('/api/brand/campaigns/0196/performance')).toBe('analytics');
    expect(serviceOf('/api/commissions/summary')).toBe('commission');
    expect(serviceOf('/api/commissions/payment-history')).toBe('payout');
    expect(serviceOf('/api/admin/users/0196/plan')).toBe('identity');
    expect(serviceOf('/api/admin/ledger/verify')).toBe('commission');
    expect(serviceOf('/api/admin/payouts/0196/release')).toBe('payout');
  });

  it('finds the shorter prefix where the longer one does not match', () => {
    expect(serviceOf('/api/brand/campaigns/0196/performances')).toBe('campaign');
    expect(serviceOf('/api/brand/conversions/campaigns/0196')).toBe('tracking');
  });

  it('matches whole segments only', () => {
    expect(serviceOf('/api/authority')).toBeUndefined();
    expect(serviceOf('/api/affiliate-reports/export')).toBe('analytics');
    expect(serviceOf('/api/affiliate')).toBeUndefined();
    expect(serviceOf('/rx')).toBeUndefined();
    expect(serviceOf('/r/abc')).toBe('tracking');
  });

  it('matches no empty segment and no other spelling', () => {
    expect(serviceOf('//api/auth/me')).toBeUndefined();
    expect(serviceOf('/api//auth/me')).toBeUndefined();
    expect(serviceOf('/API/auth/me')).toBeUndefined();
    expect(serviceOf('/')).toBeUndefined();
    expect(serviceOf('')).toBeUndefined();
    expect(serviceOf('/__proto__/constructor')).toBeUndefined();
  });

  it('opens only the documented paths to callers without a token', () => {
    const open = serviceRoutes.filter(({ access }) => access === 'public');
    expect(open.map(({ prefix }) => prefix).toSorted()).toEqual([
      '/.well-known/jwks.json',
      '/account',
      '/api/affiliate-reports/exports/*/file',
      '/api/auth/forgot-password',
      '/api/auth/invitations/refuse',
      '/api/auth/invitations/register',
      '/api/auth/login',
      '/api/auth/oidc/callback',
      '/api/auth/oidc/session',
      '/api/auth/oidc/start',
      '/api/auth/refresh',
      '/api/auth/register',
      '/api/auth/reset-password',
      '/api/auth/restore-email',
      '/api/auth/switch',
      '/api/auth/verify-email',
      '/api/integrations',
      '/api/notifications/unsubscribe',
      '/api/payouts/callbacks',
      '/api/payouts/invoices',
      '/api/track',
      '/console',
      '/creatives/*',
      '/invitations',
      '/r',
      '/t',
      '/team-invitations',
    ]);
  });

  it('refuses two routes with the same prefix', () => {
    expect(() => routeTree([{ prefix: '/a/*' }, { prefix: '/a/*' }])).toThrow('Two routes');
  });
});
