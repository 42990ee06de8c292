import {
  digestOf,
  firstRefreshToken,
  newApiKey,
  nextRefreshToken,
  readRefreshToken,
} from '../workflows/opaque-token.ts';
import { openPasswordHasher } from './password-hasher.ts';
import { openSeal } from './secret-cipher.ts';

const SESSION = '0196c0de-0000-7000-8000-000000000001';

describe('openPasswordHasher', () => {
  const passwords = openPasswordHasher();

  it('keeps argon2id as a PHC string with a salt of its own', async () => {
    const [one, two] = await Promise.all([
      passwords.hash('long enough'),
      passwords.hash('long enough'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    await expect(passwords.verify('long enough', one)).resolves.toBe(true);
    await expect(passwords.verify('long enougH', one)).resolves.toBe(false);
  });

  it('reads the cost from the string, so that it can be raised later', async () => {
    // phc-winner-argon2: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
    const known =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    await expect(passwords.verify('password', known)).resolves.toBe(true);
  });

  it('does the same work for an account that does not exist, and refuses', async () => {
    const phc = await passwords.hash('long enough');
    // The processor's time, as a clock would also tell what else the machine does.
    const workOf = async (against: string | undefined): Promise<number> => {
      const before = process.cpuUsage();
      for (let round = 0; round < 8; round += 1) {
        await expect(passwords.verify('wrong password', against)).resolves.toBe(false);
      }
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const known = await workOf(phc);
    const unknown = await workOf(undefined);
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  it('turns callers away when too many wait, instead of letting each wait for long', async () => {
    const busy = openPasswordHasher({ atOnce: 1, waiting: 2 });
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => busy.verify('x', undefined)),
    );
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    await expect(busy.verify('x', undefined)).resolves.toBe(false);
  });
});

describe('openSeal', () => {
  const old = 'an old secret that is long enough 123456';
  const fresh = 'a new secret that is long enough 1234567';

  it('opens what it closed, for the record it belongs to only', () => {
    const seal = openSeal([old]);
    const sealed = seal.close('private', 'kid-1');
    expect(sealed).not.toContain('private');
    expect(seal.open(sealed, 'kid-1')).toBe('private');
    expect(() => seal.open(sealed, 'kid-2')).toThrow('IDENTITY_KEY_ENCRYPTION_KEY');
  });

  it('goes on opening what an older secret closed, and nothing by a wrong one', () => {
    const sealed = openSeal([old]).close('private', 'kid-1');
    expect(openSeal([fresh, old]).open(sealed, 'kid-1')).toBe('private');
    expect(() => openSeal([fresh]).open(sealed, 'kid-1')).toThrow('IDENTITY_KEY_ENCRYPTION_KEY');
  });
});

describe('refresh tokens', () => {
  it('carry their session and family, and a secret of their own', () => {
    const first = firstRefreshToken(SESSION);
    const second = nextRefreshToken(first.text);
    expect(readRefreshToken(first.text)).toEqual(first.token);
    expect(second.token).toMatchObject({
      sessionId: SESSION,
      familyHash: first.token.familyHash,
    });
    expect(second.token.currentHash).not.toBe(first.token.currentHash);
  });

  it('are refused in any other form', () => {
    const { text } = firstRefreshToken(SESSION);
    for (const wrong of ['', 'trr_', text.slice(0, -1), `${text}A`, text.replace('trr_', 'trk_')]) {
      expect(readRefreshToken(wrong)).toBeUndefined();
    }
  });

  it('are kept as digests', () => {
    expect(digestOf('x')).toHaveLength(43);
    expect(newApiKey()).toMatch(/^trk_[\w-]{43}$/);
    expect(newApiKey()).not.toBe(newApiKey());
  });
});
