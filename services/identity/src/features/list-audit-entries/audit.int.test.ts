import { randomUUIDv7 } from 'node:crypto';
import {
  accountDeletionRequested,
  auditEntryRecorded,
  auditHeadPublished,
  faultOf,
} from '@tributary/contracts';
import { databaseOf } from '@tributary/mongo';
import {
  authenticatorCode,
  type EventProbe,
  eventually,
  gatewayFetch,
  openEventProbe,
} from '@tributary/testing';
import { type AuditEntryDocument } from '../../store/audit-collections.ts';
import { enrol } from '../../testing/authenticator-app.ts';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';
import { ORIGIN, passkeyCallsOf } from '../../testing/passkeys.ts';

type Identity = Awaited<ReturnType<typeof openIdentity>>;

interface Entry {
  readonly entry_id: string;
  readonly operation: string;
  readonly outcome: string;
  readonly error: string | null;
  readonly ip: string | null;
  readonly actor: Readonly<Record<string, string | null>>;
  readonly target_ids: readonly string[];
  readonly changes: readonly unknown[];
}
interface Page {
  readonly entries: readonly Entry[];
  readonly next_before: string | null;
}

let identity: Identity;
let second: Identity;
let probe: EventProbe;
let admin: SignedIn;

beforeAll(async () => {
  const env = await identityEnv({ AUDIT_HEAD_SECONDS: '0', PUBLIC_URL: ORIGIN });
  [identity, second, probe] = await Promise.all([
    openIdentity(env),
    openIdentity({ ...env, HTTP_PORT: '0' }),
    openEventProbe(env, ['audit.entries', 'identity.audit', 'identity.mails']),
  ]);
  admin = await identity.signedInAdmin();
});

afterAll(() => Promise.all([identity.close(), second.close(), probe.close()]));

const list = async (token: string, query = '', path = '/api/audit'): Promise<Page> => {
  const { status, body } = await identity.call<Page>('GET', `${path}?${query}`, { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};

/** Waits for an entry of an operation in the account's log. */
const entryOf = (token: string, operation: string, path?: string): Promise<Entry> =>
  eventually(async () => (await list(token, `operation=${operation}`, path)).entries[0]);

const logInAgain = async ({ user }: Pick<SignedIn, 'user'>): Promise<SignedIn> => {
  const body = { email: user['email'], password: 'correct horse battery' };
  return (await identity.call<SignedIn>('POST', '/api/auth/login', { body })).body;
};

const createKey = (token: string) =>
  identity.call('POST', '/api/auth/api-keys', {
    token,
    body: { name: 'Shop', scopes: ['campaigns:read'] },
    headers: { 'user-agent': 'Browser/1' },
  });

const documentsOf = (chain: string): Promise<AuditEntryDocument[]> =>
  databaseOf(identity.platform.mongo.connection)
    .collection<AuditEntryDocument>('audit_entries')
    .find({ chain })
    .sort({ sequence: 1 })
    .toArray();

const faultsOf = (documents: readonly AuditEntryDocument[]) =>
  documents.flatMap((document, index) => faultOf(document, documents[index - 1]) ?? []);

const invite = async (token: string): Promise<string> => {
  const body = { email: `${randomUUIDv7()}@example.com`, role: 'analyst' };
  const { body: made } = await identity.call('POST', '/api/team/invitations', { token, body });
  return String(made['id']);
};

/** The path of a new passkey, and the token of a session that it opened. */
const addPasskey = async (owner: SignedIn): Promise<{ path: string; token: string }> => {
  const passkeys = passkeyCallsOf(identity);
  const { access_token: token } = await passkeys.signedIn(await passkeys.registered(owner));
  const { body } = await identity.call<{ passkeys: readonly { id: string }[] }>(
    'GET',
    '/api/auth/passkeys',
    { token },
  );
  return { path: `/api/auth/passkeys/${String(body.passkeys[0]?.id)}`, token };
};

/** A change by the owner of a login, and what the log shows of it. */
interface Change {
  readonly operation: string;
  readonly make: (owner: SignedIn) => Promise<unknown>;
  readonly shown: Readonly<Record<string, unknown>>;
}

const changes: readonly Change[] = [
  {
    operation: 'createTeamInvitation',
    make: ({ access_token: token }) => invite(token),
    shown: {
      kind: 'team_invitation',
      before: null,
      after: { role: 'analyst', status: 'pending', email: '[hidden]', tokenHash: '[hidden]' },
    },
  },
  {
    operation: 'revokeTeamInvitation',
    make: async ({ access_token: token }) =>
      identity.call('DELETE', `/api/team/invitations/${await invite(token)}`, { token }),
    shown: { kind: 'team_invitation', before: { status: 'pending' }, after: { status: 'revoked' } },
  },
  {
    operation: 'createPasskey',
    make: addPasskey,
    shown: {
      kind: 'passkey',
      before: null,
      after: { name: '[hidden]', credentialId: '[hidden]', publicKey: '[hidden]' },
    },
  },
  {
    operation: 'updatePasskey',
    make: async (owner) => {
      const { path, token } = await addPasskey(owner);
      return identity.call('PUT', path, { token, body: { name: 'Another name' } });
    },
    shown: { kind: 'passkey', before: { name: '[hidden]' }, after: { name: '[hidden]' } },
  },
  {
    operation: 'deletePasskey',
    make: async (owner) => {
      const { path, token } = await addPasskey(owner);
      return identity.call('DELETE', path, { token });
    },
    shown: { kind: 'passkey', before: { name: '[hidden]', publicKey: '[hidden]' }, after: null },
  },
  {
    operation: 'enrolSecondFactor',
    make: (owner) => enrol(identity, owner),
    shown: {
      kind: 'second_factor',
      before: null,
      after: { sealedSecret: '[hidden]', recoveryHashes: '[hidden]' },
    },
  },
  {
    operation: 'renewRecoveryCodes',
    make: async (owner) => {
      const { secret, accessToken: token } = await enrol(identity, owner);
      const body = { code: authenticatorCode(secret, 1) };
      return identity.call('POST', '/api/auth/second-factor/recovery-codes', { token, body });
    },
    shown: {
      kind: 'second_factor',
      before: { recoveryHashes: '[hidden]' },
      after: { recoveryHashes: '[hidden]' },
    },
  },
  {
    operation: 'deleteApiKey',
    make: async ({ access_token: token }) => {
      const { body } = await createKey(token);
      return identity.call('DELETE', `/api/auth/api-keys/${String(body['id'])}`, { token });
    },
    shown: { kind: 'api_key', before: { scopes: ['campaigns:read'], keyHash: '[hidden]' } },
  },
  {
    operation: 'endSessions',
    make: async (owner) => {
      await logInAgain(owner);
      const path = '/api/auth/sessions?except_current=true';
      return identity.call('DELETE', path, { token: owner.access_token });
    },
    shown: {
      kind: 'session',
      before: { revokedAt: null },
      after: { revokedAt: expect.any(String) as string },
    },
  },
  {
    operation: 'logOut',
    make: async ({ user }) => {
      const { access_token: token, refresh_token } = await logInAgain({ user });
      return identity.call('POST', '/api/auth/logout', { token, body: { refresh_token } });
    },
    shown: { kind: 'session', before: { revokedAt: null } },
  },
];

describe('the audit log', () => {
  it.each(changes)(
    'shows $operation before and after, without secrets and names',
    async (change) => {
      const owner = await identity.registered({ role: 'brand' });
      await change.make(owner);
      const entry = await entryOf(owner.access_token, change.operation);
      expect(entry).toMatchObject({ outcome: 'done', changes: [change.shown] });
      expect(JSON.stringify(entry)).not.toContain('example.com');
    },
  );

  it('names who finished a sign-in by the second factor', async () => {
    const ann = await identity.registered();
    const { recoveryCodes, accessToken } = await enrol(identity, ann);
    const credentials = { email: ann.user['email'], password: 'correct horse battery' };
    const begun = await identity.call('POST', '/api/auth/login', { body: credentials });
    const { challenge_token } = begun.body;
    const body = { challenge_token, code: recoveryCodes[0] };
    await identity.call('POST', '/api/auth/login/second-factor', { body });
    expect(await entryOf(accessToken, 'finishLogIn')).toMatchObject({
      outcome: 'done',
      actor: { account_id: ann.user.id, member_id: ann.user.id },
    });
  });

  it('shows the request to delete an account, and who took it back by the mailed link', async () => {
    const ann = await identity.registered();
    const credentials = { email: ann.user['email'], password: 'correct horse battery' };
    await identity.call('POST', '/api/auth/me/deletion', {
      token: ann.access_token,
      body: { current_password: credentials.password },
    });
    const { data } = await probe.waitFor(
      accountDeletionRequested,
      ({ userId }) => userId === ann.user.id,
    );
    await gatewayFetch('identity', `${identity.url}/account/cancel-deletion`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: data.token }).toString(),
    });
    const { body: again } = await identity.call<SignedIn>('POST', '/api/auth/login', {
      body: credentials,
    });
    const entryFor = async (operation: string) => {
      const entry = await entryOf(again.access_token, operation);
      expect(entry).toMatchObject({
        outcome: 'done',
        actor: { account_id: ann.user.id, member_id: ann.user.id },
        changes: [{ kind: 'user', id: ann.user.id }],
      });
      return JSON.stringify(entry.changes);
    };
    expect(await entryFor('requestAccountDeletion')).toContain('deletionDueAt');
    expect(await entryFor('followAccountLink')).toContain('deletionDueAt');
  });

  it('shows the account who did what, when and from where', async () => {
    const brand = await identity.registered({ role: 'brand' });
    const { body: key } = await createKey(brand.access_token);
    expect(await entryOf(brand.access_token, 'createApiKey')).toMatchObject({
      operation: 'createApiKey',
      service: 'identity',
      outcome: 'done',
      actor: { account_id: brand.user.id, member_id: brand.user.id, member_role: 'owner' },
      ip: '203.0.113.1',
      user_agent: 'Browser/1',
      target_ids: [key['id']],
      changes: [
        {
          kind: 'api_key',
          id: key['id'],
          before: null,
          after: { scopes: ['campaigns:read'], name: '[hidden]', keyHash: '[hidden]' },
        },
      ],
    });
  });

  it('shows no other account’s entries, and needs the owner', async () => {
    const one = await identity.registered({ role: 'brand' });
    const other = await identity.registered({ role: 'brand' });
    await createKey(one.access_token);
    await entryOf(one.access_token, 'createApiKey');
    expect((await list(other.access_token, 'operation=createApiKey')).entries).toEqual([]);
    const refused = await identity.call('GET', '/api/admin/audit', { token: one.access_token });
    expect(refused.status).toBe(403);
  });

  it('shows what an administrator did in the platform’s chain and in the account’s, there without the person', async () => {
    const user = await identity.registered();
    await identity.call('PUT', `/api/admin/users/${user.user.id}/plan`, {
      token: admin.access_token,
      body: { plan: 'pro' },
    });
    const changes = [
      { kind: 'user', id: user.user.id, before: { plan: 'free' }, after: { plan: 'pro' } },
    ];
    const own = await entryOf(user.access_token, 'updateUserPlan');
    expect(own).toMatchObject({
      changes,
      ip: null,
      user_agent: null,
      actor: { role: 'admin', member_id: null },
    });
    const { entries } = await list(
      admin.access_token,
      `target=${user.user.id}&operation=updateUserPlan`,
      '/api/admin/audit',
    );
    expect(entries).toMatchObject([
      { chain: 'platform', changes, ip: '203.0.113.1', actor: { member_id: admin.user.id } },
    ]);
  });

  it('lists pages of the newest entries first, each entry once', async () => {
    const { access_token: token } = await identity.registered({ role: 'brand' });
    for (let index = 0; index < 5; index += 1) await createKey(token);
    await eventually(async () => {
      const { entries } = await list(token, 'operation=createApiKey');
      return entries.length === 5 ? true : undefined;
    });
    const all: Entry[] = [];
    for (let before = ''; ;) {
      const page = await list(token, `operation=createApiKey&limit=2${before}`);
      all.push(...page.entries);
      if (page.next_before === null) break;
      before = `&before=${page.next_before}`;
    }
    const ids = all.map(({ entry_id: id }) => id);
    expect(new Set(ids).size).toBe(5);
    expect(ids).toEqual(ids.toSorted().toReversed());
    const future = await list(token, 'start_date=2999-01-01');
    expect(future.entries).toEqual([]);
  });

  it('records a refused call once, however often it is repeated', async () => {
    const { access_token: token, user } = await identity.registered();
    for (let index = 0; index < 5; index += 1) {
      await identity.call('PUT', `/api/admin/users/${user.id}/plan`, {
        token,
        body: { plan: 'pro' },
      });
    }
    await createKey(token);
    await entryOf(token, 'createApiKey');
    const { entries } = await list(token, 'operation=updateUserPlan');
    expect(entries).toMatchObject([{ outcome: 'refused', error: 'wrong_role' }]);
  });

  it('leaves no entry of a call that changed nothing because it failed', async () => {
    const { access_token: token } = await identity.registered();
    const unknown = randomUUIDv7();
    const answer = await identity.call('DELETE', `/api/auth/api-keys/${unknown}`, { token });
    expect(answer.status).toBe(404);
    await createKey(token);
    await entryOf(token, 'createApiKey');
    expect((await list(token, 'operation=deleteApiKey')).entries).toEqual([]);
  });

  it('is a chain without a fork, also while two instances append at once', async () => {
    const accountId = randomUUIDv7();
    const { actor } = auditEntryRecorded.sample;
    const entry = (operationId: string, memberId: string) =>
      auditEntryRecorded({
        ...auditEntryRecorded.sample,
        operationId,
        // Different keys, so that several consumers append to one chain.
        actor: { ...actor, accountId: memberId, memberId },
        chains: [accountId, 'platform'],
      });
    const events = Array.from({ length: 60 }, (_, index) =>
      entry(`op${String(index)}`, randomUUIDv7()),
    );
    await probe.publish(...events);
    const documents = await eventually(async () => {
      const found = await documentsOf(accountId);
      return found.length === events.length ? found : undefined;
    });
    expect(faultsOf(documents)).toEqual([]);
    expect(documents.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    await eventually(async () =>
      faultsOf(await documentsOf('platform')).length === 0 ? true : undefined,
    );
  });

  it('publishes the heads of its chains', async () => {
    const { access_token: token, user } = await identity.registered();
    await createKey(token);
    await entryOf(token, 'createApiKey');
    const last = (await documentsOf(user.id)).at(-1);
    const { data } = await probe.waitFor(
      auditHeadPublished,
      ({ chain, sequence }) => chain === user.id && sequence === last?.sequence,
    );
    expect(data.hash).toBe(last?.hash);
  });

  it('is exported as CSV and as JSON Lines', async () => {
    const { access_token: token } = await identity.registered();
    await createKey(token);
    await createKey(token);
    await eventually(async () => {
      const { entries } = await list(token, 'operation=createApiKey');
      return entries.length === 2 ? true : undefined;
    });
    const file = async (format: string): Promise<string> => {
      const response = await identity.callText(
        'GET',
        `/api/audit/export?operation=createApiKey&format=${format}`,
        { token },
      );
      return response.trim();
    };
    const lines = (await file('jsonl')).split('\n').map((line) => JSON.parse(line) as Entry);
    expect(lines.map(({ operation }) => operation)).toEqual(['createApiKey', 'createApiKey']);
    const [head, ...rows] = (await file('csv')).split('\n');
    expect(head).toMatch(/^entry_id,chain,sequence,occurred_at/);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('createApiKey');
  });
});
