import { openPasswordHasher } from './password-hasher.ts';

describe('openPasswordHasher', () => {
  const passwords = openPasswordHasher(1_024);

  it('hashes by argon2id to a PHC string with a salt of its own', async () => {
    const [one, two] = await Promise.all([
      passwords.hash('long enough'),
      passwords.hash('long enough'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
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

  it('finds a hash of another cost outdated', async () => {
    const phc = await passwords.hash('long enough');
    expect(passwords.isOutdated(phc)).toBe(false);
    expect(openPasswordHasher(2_048).isOutdated(phc)).toBe(true);
  });

  it('does the same work for an account that does not exist, and refuses', async () => {
    const phc = await passwords.hash('long enough');
    // Processor time, because wall-clock time would include other programs.
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

  it('refuses callers when too many wait, instead of letting each wait for long', async () => {
    const busy = openPasswordHasher(1_024, { concurrency: 1, maxWaiting: 2 });
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => busy.verify('x', undefined)),
    );
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    await expect(busy.verify('x', undefined)).resolves.toBe(false);
  });
});
