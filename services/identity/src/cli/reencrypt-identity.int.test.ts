import { execFile } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { promisify } from 'node:util';
import { type Mongo, openCollections, openMongo } from '@tributary/mongo';
import { openLog, type SecretList } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { openSecretCipher } from '../clients/secret-cipher.ts';
import { secretContext } from '../domain/second-factor.ts';
import { collections as declared, type Collections } from '../store/collections.ts';
import { signingKeyStore } from '../store/signing-key-store.ts';
import { openKeyRing } from '../workflows/key-ring.ts';

const run = promisify(execFile);
const CLI = 'services/identity/src/cli/reencrypt-identity.ts';
const oldSecret = 'the old secret of this test that is long enough';
const newSecret = 'the new secret of this test that is long enough';
const current = { failed: 0, failedIds: [] };

describe('npm run tool -- reencrypt-identity', () => {
  let mongo: Mongo;
  let collections: Collections;
  const env = testEnv({ IDENTITY_KEY_ENCRYPTION_KEY: `${newSecret},${oldSecret}` });

  beforeAll(async () => {
    mongo = await openMongo({
      url: env['MONGO_URL'] ?? '',
      database: `${env['NAMESPACE'] ?? ''}tributary_identity`,
      log: openLog('identity', 'error'),
    });
    collections = await openCollections(mongo.connection, declared);
  });
  afterAll(() => mongo.close());

  const ringOf = (...secrets: SecretList) =>
    openKeyRing({
      store: signingKeyStore(collections),
      cipher: openSecretCipher(secrets),
      clock: { now: () => new Date() },
      newId: randomUUIDv7,
      terms: { rotateEveryMs: 1e9, publishAheadMs: 1e6, publishAfterMs: 1e6 },
    });
  const reencrypt = async () => {
    const { stdout } = await run(process.execPath, [CLI], { env: { ...process.env, ...env } });
    return JSON.parse(stdout) as unknown;
  };

  it('encrypts signing keys and second factors by the new secret, so that the old one can go', async () => {
    const before = await ringOf(oldSecret);
    const context = secretContext('user-1');
    await collections.secondFactors.create({
      _id: 'user-1',
      sealedSecret: openSecretCipher([oldSecret]).encrypt('totp', context),
      confirmedAt: null,
      lastStep: 0,
      recoveryHashes: [],
      createdAt: new Date(),
    });
    await expect(ringOf(newSecret)).rejects.toThrow('IDENTITY_KEY_ENCRYPTION_KEY');

    await expect(reencrypt()).resolves.toEqual({
      signing_keys: { documents: 1, rewritten: 1, ...current },
      second_factors: { documents: 1, rewritten: 1, ...current },
    });
    const after = await ringOf(newSecret);
    expect(after.current().kid).toBe(before.current().kid);
    const factor = await collections.secondFactors.findById('user-1').orFail();
    expect(openSecretCipher([newSecret]).decrypt(factor.sealedSecret, context)).toBe('totp');

    await expect(reencrypt()).resolves.toEqual({
      signing_keys: { documents: 1, rewritten: 0, ...current },
      second_factors: { documents: 1, rewritten: 0, ...current },
    });
  });

  it('fails where a secret has neither key, and names its document', async () => {
    await collections.secondFactors.updateOne(
      { _id: 'user-1' },
      { $set: { sealedSecret: openSecretCipher(['another']).encrypt('totp', 'other') } },
    );
    await expect(reencrypt()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"user-1"') as unknown,
    });
  });
});
