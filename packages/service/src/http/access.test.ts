import { type MemberRole, type Permission } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { type Actor } from '../auth/actor.ts';
import { requireAccess } from './access.ts';
import { type Audience, type Route } from './route.ts';

const ACCOUNT = 'account';
const routeOf = (permission: Permission, allow: Audience = 'signed_in'): Route => ({
  operationId: 'anything',
  method: 'get',
  path: '/api/anything',
  summary: 'Anything',
  allow,
  permission,
  handle: () => Promise.resolve({}),
});

const actor = (given: Partial<Actor> = {}): Actor => ({
  id: ACCOUNT,
  role: 'brand',
  plan: 'pro',
  memberId: ACCOUNT,
  memberRole: 'owner',
  ...given,
});
const member = (memberRole: MemberRole, scopes?: readonly string[]): Actor =>
  actor({ memberId: 'person', memberRole, ...(scopes === undefined ? {} : { scopes }) });

const refusal = (route: Route, caller: Actor): string | undefined => {
  try {
    requireAccess(route, caller);
    return undefined;
  } catch (error) {
    return isAppError(error) ? error.code : 'no AppError';
  }
};

describe('access to a route', () => {
  it('is refused to accounts of another role, whatever the member may do', () => {
    expect(refusal(routeOf('payouts:read', ['affiliate']), actor())).toBe('wrong_role');
  });

  it('is given to members whose role has the permission, and refused to the others', () => {
    expect(refusal(routeOf('payouts:write'), member('finance'))).toBeUndefined();
    expect(refusal(routeOf('payouts:write'), member('analyst'))).toBe('missing_permission');
    expect(refusal(routeOf('payouts:write'), actor())).toBeUndefined();
  });

  it('is refused in another person’s account where it concerns the login, even to owners', () => {
    expect(refusal(routeOf('login:write'), member('owner'))).toBe('own_account_only');
    expect(refusal(routeOf('login:write'), actor())).toBeUndefined();
  });

  it('is given to API keys within their scopes, and never beyond the role of their maker', () => {
    const route = routeOf('payouts:read');
    expect(refusal(route, actor({ scopes: ['payouts:write'] }))).toBeUndefined();
    expect(refusal(route, actor({ scopes: ['campaigns:write'] }))).toBe('missing_scope');
    expect(refusal(route, member('developer', ['payouts:read']))).toBe('missing_permission');
    expect(refusal(routeOf('keys:read'), actor({ scopes: ['payouts:read'] }))).toBe(
      'api_key_not_allowed',
    );
  });
});
