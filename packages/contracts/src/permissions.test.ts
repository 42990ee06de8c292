import { memberRoles } from './fields.ts';
import {
  allPermissions,
  apiKeyScopes,
  hasPermission,
  permissionAreas,
  scopesGrant,
} from './permissions.ts';

describe('the table of permissions', () => {
  it('gives an owner everything, because single users are owners of their accounts', () => {
    expect(allPermissions.filter((permission) => !hasPermission('owner', permission))).toEqual([]);
  });

  it.each(Object.entries(permissionAreas))(
    'lets every role that may change %s read it',
    (_area, { read, write }) => {
      expect(write.filter((role) => !read.includes(role))).toEqual([]);
    },
  );

  it('lets only owners and finance move money, and only owners change the team', () => {
    const rolesWith = (permission: 'payouts:write' | 'team:write') =>
      memberRoles.filter((role) => hasPermission(role, permission));
    expect(rolesWith('payouts:write')).toEqual(['owner', 'finance']);
    expect(rolesWith('team:write')).toEqual(['owner']);
  });

  it('offers API keys the scopes of the contract, and none that touches accounts, teams or keys', () => {
    const areas = new Set(apiKeyScopes.map((scope) => scope.split(':')[0]));
    expect([...areas].sort()).toEqual([
      'analytics',
      'campaigns',
      'commissions',
      'conversions',
      'notifications',
      'payouts',
      'tracking',
      'webhooks',
    ]);
    expect(apiKeyScopes).toHaveLength(16);
  });

  it('includes reading in writing, and nothing else', () => {
    expect(scopesGrant(['payouts:write'], 'payouts:read')).toBe(true);
    expect(scopesGrant(['payouts:read'], 'payouts:write')).toBe(false);
    expect(scopesGrant(['payouts:write'], 'campaigns:read')).toBe(false);
  });
});
