import { randomUUID } from 'node:crypto';
import { apiKeyScopes, type MemberRole, memberRoles } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { type Client, type Person } from '../client.ts';
import { mailedToken } from '../mailed-token.ts';
import { type SharedSystem } from '../shared-system.ts';
import { type Caller } from './expected-access.ts';

type AccountRole = 'brand' | 'affiliate';

/** Invites a person to the account of `owner`, by e-mail, who joins with a new login. */
async function addMember(
  client: Client,
  system: Pick<SharedSystem, 'sandboxUrl'>,
  { owner, role }: { readonly owner: Person; readonly role: MemberRole },
): Promise<{ id: string; token: string }> {
  const email = `member-${randomUUID()}@example.com`;
  const body = { email, role };
  await client.must('POST', '/api/team/invitations', { token: owner.token, body });
  const joining = {
    token: await mailedToken(system, email, 'team-invitations'),
    name: role,
    password: 'a-long-password',
  };
  const session = await client.must('POST', '/api/auth/invitations/register', { body: joining });
  return { id: session.member.id, token: session.access_token };
}

const lacking = (area: string): string[] =>
  apiKeyScopes.filter((scope) => !scope.startsWith(`${area}:`));

async function keyOf(client: Client, owner: Person, scopes: readonly string[]): Promise<string> {
  const body = { name: 'Key', scopes };
  const { key } = await client.must('POST', '/api/auth/api-keys', { token: owner.token, body });
  return key;
}

/** The callers of one kind of account: its owner, its members, its keys, and a suspended account. */
async function accountCallers(
  client: Client,
  system: Pick<SharedSystem, 'sandboxUrl'>,
  { owner, role, admin }: { owner: Person; role: AccountRole; admin: string },
): Promise<Caller[]> {
  const members = await Promise.all(
    memberRoles.map(async (memberRole): Promise<Caller> => {
      const { token } = await addMember(client, system, { owner, role: memberRole });
      return { name: `${role}, ${memberRole}`, token, role, memberRole };
    }),
  );
  const areas = [...new Set(apiKeyScopes.map((scope) => scope.split(':')[0] ?? ''))];
  const token = await keyOf(client, owner, apiKeyScopes);
  const keyCallers: Caller[] = [
    { name: `${role}, key of all scopes`, token, role, scopes: apiKeyScopes },
  ];
  for (const area of areas) {
    const scopes = lacking(area);
    keyCallers.push({
      name: `${role}, key without ${area}`,
      token: await keyOf(client, owner, scopes),
      role,
      scopes,
      lackedArea: area,
    });
  }
  const suspended = await client.register(role, 'Suspended');
  await client.must('PUT', `/api/admin/users/${suspended.id}/status`, {
    token: admin,
    body: { status: 'suspended' },
  });
  await eventually(async () => {
    const { status } = await client.call('GET', '/api/auth/me', { token: suspended.token });
    return status === 401;
  });
  return [
    { name: `${role}, its own login`, token: owner.token, role },
    ...members,
    ...keyCallers,
    { name: `${role}, suspended`, token: suspended.token },
  ];
}

/** Every kind of caller of the API. */
export async function createCallers(
  client: Client,
  system: Pick<SharedSystem, 'sandboxUrl'>,
): Promise<Caller[]> {
  const admin = await client.admin();
  const [brand, affiliate] = await Promise.all([
    client.register('brand', 'Brand'),
    client.register('affiliate', 'Affiliate'),
  ]);
  const ofAccounts = await Promise.all([
    accountCallers(client, system, { owner: brand, role: 'brand', admin }),
    accountCallers(client, system, { owner: affiliate, role: 'affiliate', admin }),
  ]);
  return [
    { name: 'anonymous' },
    { name: 'administrator', token: admin, role: 'admin' },
    ...ofAccounts.flat(),
  ];
}
