import { generateKeyPairSync, randomUUIDv7 } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { MEMBER_TOKEN_AUDIENCE, memberTokensOf, TOKEN_AUDIENCE, TOKEN_ISSUER } from './actor.ts';
import { fixedKeySet } from './key-set.ts';
import { openTokenVerifier } from './token-verifier.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = fixedKeySet(new Map([['k', publicKey]]));
const [account, person, session] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];

const tokenOf = (audience: string, claims: object = {}, expiresIn = 60): string => {
  const token = jwt.sign({ role: 'brand', plan: 'pro', ...claims }, privateKey, {
    algorithm: 'RS256',
    keyid: 'k',
    issuer: TOKEN_ISSUER,
    audience,
    subject: account,
    expiresIn,
    jwtid: randomUUIDv7(),
  });
  return `Bearer ${token}`;
};

/** A verifier for which these names and ids are revoked. */
const verifierWithout = (...revoked: readonly string[]) =>
  openTokenVerifier(keys, {
    isRevoked: (name) => revoked.includes(name),
    isTokenRevoked: (id) => revoked.includes(id),
    close: () => undefined,
  });

const memberToken = (mrl = 'analyst') =>
  tokenOf(MEMBER_TOKEN_AUDIENCE, { mem: person, mrl, sid: session });

describe('a token without member claims', () => {
  it('is the owner’s, as all tokens of before', async () => {
    const actor = await verifierWithout().verify(tokenOf(TOKEN_AUDIENCE));
    expect(actor).toEqual({
      id: account,
      role: 'brand',
      plan: 'pro',
      memberId: account,
      memberRole: 'owner',
    });
  });

  it('states its session, and how and when its person signed in', async () => {
    const claims = { sid: session, amr: ['pwd', 'otp'], auth_time: 1_700_000_000 };
    expect(await verifierWithout().verify(tokenOf(TOKEN_AUDIENCE, claims))).toMatchObject({
      sessionId: session,
      authMethods: ['pwd', 'otp'],
      authTime: 1_700_000_000,
    });
  });
});

describe('a token for another person’s account', () => {
  it('acts for the account in the member’s role', async () => {
    expect(await verifierWithout().verify(memberToken())).toMatchObject({
      id: account,
      memberId: person,
      memberRole: 'analyst',
    });
  });

  it.each([
    ['without its own audience', tokenOf(TOKEN_AUDIENCE, { mem: person, mrl: 'owner' })],
    ['without a member', tokenOf(MEMBER_TOKEN_AUDIENCE)],
    ['of a role that is not known', memberToken('emperor')],
  ])('is refused %s', async (_case, token) => {
    await expect(verifierWithout().verify(token)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it.each([
    ['the account', account],
    ['the person', person],
    ['the membership', memberTokensOf(account, person)],
    ['the session', session],
  ])('is refused once the tokens of %s are revoked', async (_case, revoked) => {
    const token = memberToken();
    await expect(verifierWithout().verify(token)).resolves.toBeDefined();
    await expect(verifierWithout(revoked).verify(token)).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });

  it('stays valid where the person is removed from another account', async () => {
    const other = memberTokensOf(randomUUIDv7(), person);
    await expect(verifierWithout(other).verify(memberToken())).resolves.toBeDefined();
  });
});

describe('a token that was verified before', () => {
  it('is known without another verification, until it is revoked', async () => {
    const revoked = new Set<string>();
    const verifier = openTokenVerifier(keys, {
      isRevoked: (name) => revoked.has(name),
      isTokenRevoked: () => false,
      close: () => undefined,
    });
    const token = tokenOf(TOKEN_AUDIENCE);
    expect(verifier.known(token)).toBeUndefined();
    const actor = await verifier.verify(token);
    expect(verifier.known(token)).toEqual(actor);
    revoked.add(account);
    expect(verifier.known(token)).toBeUndefined();
    await expect(verifier.verify(token)).rejects.toThrow('revoked');
  });

  it('is not known once it has expired, and neither is a token that nobody verified', async () => {
    const verifier = verifierWithout();
    const expired = tokenOf(TOKEN_AUDIENCE, {}, -2);
    await verifier.verify(expired);
    expect(verifier.known(expired)).toBeUndefined();
    expect(verifier.known(undefined)).toBeUndefined();
    expect(verifier.known('Basic dXNlcjpwYXNz')).toBeUndefined();
  });
});
