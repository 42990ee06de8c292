import { randomUUIDv7 } from 'node:crypto';
import { type Mongo, openCollections, openMongo, transactionOf } from '@tributary/mongo';
import { developmentSecrets, openLog, systemClock } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { openPasswordHasher } from '../clients/password-hasher.ts';
import { type Collections, collections as declared } from '../store/collections.ts';
import { userStore } from '../store/user-store.ts';
import { createFirstAdmin } from './create-first-admin.ts';

const email = 'admin@example.com';

let mongo: Mongo;
let collections: Collections;
let printed: string[];
const print = (line: string): void => void printed.push(line);
const passwords = openPasswordHasher(1_024);
const log = openLog('identity', 'silent');

beforeAll(async () => {
  const env = testEnv({});
  mongo = await openMongo({
    url: env['MONGO_URL'] ?? '',
    database: `${env['NAMESPACE'] ?? ''}first_admin`,
    log,
  });
  collections = await openCollections(mongo.connection, declared);
});

beforeEach(async () => {
  printed = [];
  await collections.users.deleteMany({});
});

afterAll(() => mongo.close());

const create = (password: string | undefined, exposed: boolean): Promise<void> =>
  createFirstAdmin(
    {
      users: userStore(collections, null),
      transaction: transactionOf(mongo, (session) => ({ users: userStore(collections, session) })),
      passwords,
      clock: systemClock,
      newId: randomUUIDv7,
      log,
    },
    { email, password, exposed, print },
  );

const storedHash = async (): Promise<string> =>
  (await userStore(collections, null).findByEmail(email))?.passwordHash ?? '';

describe('the first administrator of a system that other machines reach', () => {
  it('has a password that is made and printed once, however many instances start', async () => {
    await Promise.all([create(undefined, true), create(undefined, true), create(undefined, true)]);
    await create(undefined, true);
    expect(printed).toHaveLength(1);
    const [, password = ''] = /shown only here: (\S{24,})$/.exec(printed[0] ?? '') ?? [];
    await expect(passwords.verify(password, await storedHash())).resolves.toBe(true);
  });

  it('has the password of the settings, which is printed nowhere', async () => {
    await create('a-password-of-the-operator', true);
    expect(printed).toEqual(['The first administrator has been created']);
    await expect(passwords.verify('a-password-of-the-operator', await storedHash())).resolves.toBe(
      true,
    );
  });

  it('does not have the password of development, for example from before on loopback', async () => {
    await create(developmentSecrets.ADMIN_PASSWORD, false);
    expect(printed).toEqual([]);
    await expect(create(undefined, true)).rejects.toThrow('password of development');
    await create(developmentSecrets.ADMIN_PASSWORD, false);
  });
});
