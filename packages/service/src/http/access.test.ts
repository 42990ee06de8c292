import { type MemberRole, type Permission } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { type Actor } from '../auth/actor.ts';
import { type ProofTerms } from '../auth/proof.ts';
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

const NOW = new Date('2026-05-04T12:00:00.000Z');
const nowS = NOW.getTime() / 1000;
const optional = { stepUpSeconds: 900, adminSecondFactor: 'optional' } as const;
const required = { ...optional, adminSecondFactor: 'required' } as const;

const refusal = (route: Route, caller: Actor, terms: ProofTerms = optional): string | undefined => {
  try {
    requireAccess(route, caller, { terms, now: NOW });
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

describe('a route that requires a fresh proof of the person', () => {
  const route: Route = { ...routeOf('payouts:write'), stepUp: true };

  it('is open for the time of the setting after the proof, and no longer', () => {
    expect(refusal(route, actor({ authTime: nowS - 900 }))).toBeUndefined();
    expect(refusal(route, actor({ authTime: nowS - 901 }))).toBe('step_up_required');
  });

  it('refuses tokens that do not state the proof, as those of before', () => {
    expect(refusal(route, actor())).toBe('step_up_required');
  });

  it('refuses API keys of every scope', () => {
    const key = actor({ scopes: ['payouts:write'], authTime: nowS });
    expect(refusal(route, key)).toBe('api_key_not_allowed');
  });

  it('is open after a sign-in while the deletion of the account is pending, within its scope', () => {
    const leaving = { scopes: ['deletion:write'] };
    const exporting: Route = { ...routeOf('deletion:read'), stepUp: true };
    expect(refusal(exporting, actor({ ...leaving, authTime: nowS }))).toBeUndefined();
    expect(refusal(exporting, actor({ ...leaving, authTime: nowS - 901 }))).toBe(
      'step_up_required',
    );
    expect(refusal(exporting, actor(leaving))).toBe('step_up_required');
    expect(refusal(route, actor({ ...leaving, authTime: nowS }))).toBe('account_deletion_pending');
  });

  it('refuses a missing permission first, so that nobody proves anything in vain', () => {
    expect(refusal(route, member('analyst'))).toBe('missing_permission');
  });
});

describe('administrators without a second factor', () => {
  const admin = (given: Partial<Actor> = {}) => actor({ role: 'admin', ...given });
  const enrolmentRequired = 'second_factor_enrolment_required';

  it('may only add one, where it is required', () => {
    const caller = admin({ authMethods: ['pwd'] });
    for (const permission of ['platform:read', 'campaigns:write', 'account:write'] as const) {
      expect(refusal(routeOf(permission), caller, required)).toBe(enrolmentRequired);
    }
    for (const permission of ['login:write', 'session:write', 'account:read'] as const) {
      expect(refusal(routeOf(permission), caller, required)).toBeUndefined();
    }
  });

  it('are refused with a token that does not state the methods of its sign-in', () => {
    expect(refusal(routeOf('platform:read'), admin(), required)).toBe(enrolmentRequired);
  });

  it('may do everything where it is not required, or once they have proved it', () => {
    expect(refusal(routeOf('platform:write'), admin())).toBeUndefined();
    const proved = admin({ authMethods: ['pwd', 'otp', 'mfa'] });
    expect(refusal(routeOf('platform:write'), proved, required)).toBeUndefined();
  });

  it('are administrators: no one else needs a second factor', () => {
    expect(refusal(routeOf('payouts:write'), actor(), required)).toBeUndefined();
  });
});
