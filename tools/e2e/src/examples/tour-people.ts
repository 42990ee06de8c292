import { randomUUID } from 'node:crypto';
import { authenticatorCode, eventually } from '@tributary/testing';
import { type Body } from '../client.ts';
import { mailedToken } from '../mailed-token.ts';
import { type Caller, ofOne, type Tour } from './tour.ts';

const PASSWORD = 'a-long-password';

interface SignedIn {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
}

async function registered({ callerOf }: Tour, role: string, name: string): Promise<SignedIn> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 4)}@example.com`;
  const body = { email, password: PASSWORD, role, name, country: 'DE' };
  const session: Body = await callerOf()('POST', '/api/auth/register', body);
  const { access_token: token, refresh_token: refreshToken } = session;
  return { id: session.user.id, email, token, refreshToken };
}

/** Links of mails: the address is proved, and a password set. */
async function visitMailedLinks(tour: Tour): Promise<void> {
  const nobody = tour.callerOf();
  const person = await registered(tour, 'affiliate', 'Bob');
  const asPerson = tour.callerOf(person.token);
  await asPerson('POST', '/api/auth/verify-email/resend', {});
  const token = await mailedToken(tour.system, person.email, 'verify-email');
  await nobody('POST', '/api/auth/verify-email', { token });
  await nobody('POST', '/api/auth/forgot-password', { email: person.email });
  const reset = await mailedToken(tour.system, person.email, 'reset-password');
  await nobody('POST', '/api/auth/reset-password', { token: reset, password: `${PASSWORD}-2` });
}

/** An address that is changed, and taken back by the link to the address before. */
async function visitChangedAddress(tour: Tour): Promise<void> {
  const nobody = tour.callerOf();
  const person = await registered(tour, 'affiliate', 'Bea');
  const token = await mailedToken(tour.system, person.email, 'verify-email');
  await nobody('POST', '/api/auth/verify-email', { token });
  const email = `bea-${randomUUID().slice(0, 4)}@example.com`;
  await tour.callerOf(person.token)('PUT', '/api/auth/me', { email, current_password: PASSWORD });
  const changed = await mailedToken(tour.system, email, 'verify-email');
  await nobody('POST', '/api/auth/verify-email', { token: changed });
  const taken = await mailedToken(tour.system, person.email, 'restore-email');
  await nobody('POST', '/api/auth/restore-email', { token: taken });
}

/** An administrator removes the second factor that a person has lost. */
async function visitLostFactor(tour: Tour): Promise<void> {
  const person = await registered(tour, 'affiliate', 'Cal');
  const asPerson = tour.callerOf(person.token);
  await asPerson('POST', '/api/auth/step-up', { password: PASSWORD });
  const { secret } = await asPerson('POST', '/api/auth/second-factor');
  await asPerson('POST', '/api/auth/second-factor/confirm', { code: authenticatorCode(secret) });
  await tour.asAdmin('DELETE', `/api/admin/users/${person.id}/second-factor`);
}

/** A call with a key, and the log that lists it. */
async function visitRequestLog(tour: Tour, asPerson: Caller, key: string): Promise<void> {
  await tour.callerOf(key)('GET', '/api/brand/campaigns?per_page=1');
  const path = '/api/auth/api-requests';
  await eventually(async () => (await asPerson('GET', path)).requests.length > 0);
  const { requests } = await asPerson('GET', path);
  await asPerson('GET', ofOne(requests[0]?.id, `${path}/:id`));
}

/** A second factor, sessions and keys. */
async function visitSignIn(tour: Tour): Promise<void> {
  const nobody = tour.callerOf();
  const person = await registered(tour, 'brand', 'Cleo');
  const asPerson = tour.callerOf(person.token);
  await asPerson('POST', '/api/auth/step-up', { password: PASSWORD });
  const { key } = await asPerson('POST', '/api/auth/api-keys', {
    name: 'Shop',
    scopes: ['campaigns:read'],
  });
  await asPerson('GET', '/api/auth/api-keys');
  await visitRequestLog(tour, asPerson, key);
  const { secret } = await asPerson('POST', '/api/auth/second-factor');
  const confirmed = await asPerson('POST', '/api/auth/second-factor/confirm', {
    code: authenticatorCode(secret),
  });
  const asProved = tour.callerOf(confirmed.access_token ?? person.token);
  await asProved('GET', '/api/auth/second-factor');
  const { body: challenge } = await tour.client.call('POST', '/api/auth/login', {
    body: { email: person.email, password: PASSWORD },
  });
  const { recovery_codes: codes = [] } = confirmed;
  await nobody('POST', '/api/auth/login/second-factor', {
    challenge_token: challenge.challenge_token,
    code: codes[0],
  });
  const renewed = await asProved('POST', '/api/auth/second-factor/recovery-codes', {
    code: codes[1],
  });
  const { sessions = [] } = await asProved('GET', '/api/auth/sessions');
  const other = sessions.find((one: { is_current: boolean }) => !one.is_current);
  await asProved('DELETE', `/api/auth/sessions/${String(other?.id)}`);
  await asProved('POST', '/api/auth/second-factor/disable', { code: renewed.recovery_codes?.[0] });
  await asProved('GET', '/api/audit?limit=2');
  await asProved('DELETE', '/api/auth/sessions');
}

/** A team: invitations that are accepted, refused and revoked, and what members may do. */
async function visitTeam(tour: Tour): Promise<void> {
  const nobody = tour.callerOf();
  const owner = await registered(tour, 'brand', 'Dora');
  const asOwner = tour.callerOf(owner.token);
  const guest = await registered(tour, 'affiliate', 'Emil');
  const invite = async (email: string): Promise<string> => {
    await asOwner('POST', '/api/team/invitations', { email, role: 'analyst' });
    return mailedToken(tour.system, email, 'team-invitations');
  };
  await tour.callerOf(guest.token)('POST', '/api/auth/invitations/accept', {
    token: await invite(guest.email),
  });
  const email = `fay-${randomUUID().slice(0, 4)}@example.com`;
  const token = await invite(email);
  const member = await nobody('POST', '/api/auth/invitations/register', {
    ...{ token, name: 'Fay', password: PASSWORD },
  });
  const refused = await invite(`gus-${randomUUID().slice(0, 4)}@example.com`);
  await asOwner('GET', '/api/team/invitations');
  await nobody('POST', '/api/auth/invitations/refuse', { token: refused });
  await asOwner('GET', '/api/team/members');
  await asOwner('PUT', `/api/team/members/${String(member.member?.id)}`, { role: 'finance' });
  const signedIn = await nobody('POST', '/api/auth/login', {
    email: guest.email,
    password: PASSWORD,
  });
  const asGuest = tour.callerOf(signedIn.access_token);
  await asGuest('GET', '/api/auth/accounts');
  const switched = await nobody('POST', '/api/auth/switch', {
    ...{ refresh_token: signedIn.refresh_token, account_id: owner.id },
  });
  await tour.callerOf(switched.access_token)('POST', '/api/team/leave', {});
  await asOwner('DELETE', `/api/team/members/${String(member.member?.id)}`);
  await resendInvitation(tour, owner.token);
}

/** An invitation is mailed again a minute after the first mail at the earliest. */
async function resendInvitation({ client, callerOf }: Tour, token: string): Promise<void> {
  const email = `hanna-${randomUUID().slice(0, 4)}@example.com`;
  const made = await callerOf(token)('POST', '/api/team/invitations', { email, role: 'analyst' });
  const path = `/api/team/invitations/${String(made.invitation?.id ?? made.id)}/resend`;
  await eventually(async () => (await client.call('POST', path, { token })).status === 200, {
    timeoutMs: 90_000,
    everyMs: 5_000,
  });
}

/** An account that is exported, deleted and kept. */
async function visitDeletion(tour: Tour): Promise<void> {
  const person = await registered(tour, 'affiliate', 'Hal');
  const asPerson = tour.callerOf(person.token);
  const deleted = await asPerson('POST', '/api/auth/me/deletion', {
    current_password: PASSWORD,
  });
  await tour.callerOf(deleted.access_token ?? person.token)('DELETE', '/api/auth/me/deletion');
  const other = await registered(tour, 'affiliate', 'Ida');
  const asOther = tour.callerOf(other.token);
  await asOther('PUT', '/api/auth/me', { company: 'Ida writes', website: 'https://ida.example' });
  const refreshed = await tour.callerOf()('POST', '/api/auth/refresh', {
    refresh_token: other.refreshToken,
  });
  await asOther('POST', '/api/auth/logout', { refresh_token: refreshed.refresh_token });
}

export const peopleVisits = [
  visitMailedLinks,
  visitChangedAddress,
  visitSignIn,
  visitLostFactor,
  visitTeam,
  visitDeletion,
];
