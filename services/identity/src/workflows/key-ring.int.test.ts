import { randomUUIDv7 } from 'node:crypto';
import { type Mongo, openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { openSecretCipher, type SecretCipher } from '../clients/secret-cipher.ts';
import { collections as declared, type Collections } from '../store/collections.ts';
import { signingKeyStore } from '../store/signing-key-store.ts';
import { openKeyRing } from './key-ring.ts';

const terms = { rotateEveryMs: 30 * DAY_MS, publishAheadMs: 600_000, publishAfterMs: 4_500_000 };
const START = Date.parse('2026-05-01T00:00:00.000Z');
const secret = 'a secret of this test that is long enough';

let mongo: Mongo;
let collections: Collections;
let nowMs = START;
const clock = { now: () => new Date(nowMs) };

beforeAll(async () => {
  const env = testEnv({});
  mongo = await openMongo({
    url: env['MONGO_URL'] ?? '',
    database: `${env['NAMESPACE'] ?? ''}key_ring`,
    log: openLog('identity', 'error'),
  });
  collections = await openCollections(mongo.connection, declared);
});

afterEach(async () => {
  nowMs = START;
  await collections.signingKeys.deleteMany({});
});

afterAll(() => mongo.close());

const open = (cipher: SecretCipher = openSecretCipher([secret])) =>
  openKeyRing({ store: signingKeyStore(collections), cipher, clock, newId: randomUUIDv7, terms });

describe('the key ring', () => {
  it('creates one key however many instances start at once', async () => {
    const rings = await Promise.all(Array.from({ length: 6 }, () => open()));
    expect(new Set(rings.map((ring) => ring.current().kid)).size).toBe(1);
    expect(rings.every((ring) => ring.publicKeys().length === 1)).toBe(true);
    await expect(collections.signingKeys.countDocuments()).resolves.toBe(1);
  });

  it('rotates keys alike on all instances: published first, then signing, then retired', async () => {
    const [one, two] = await Promise.all([open(), open()]);
    const first = one.current().kid;

    nowMs = START + 30 * DAY_MS - terms.publishAheadMs;
    await one.refresh();
    await two.refresh();
    expect(one.publicKeys()).toHaveLength(2);
    expect(two.publicKeys()).toEqual(one.publicKeys());
    expect(two.current().kid).toBe(first);

    nowMs = START + 30 * DAY_MS;
    const second = one.current().kid;
    expect(second).not.toBe(first);
    expect(two.current().kid).toBe(second);
    expect(two.publicKeys()).toHaveLength(2);

    nowMs += terms.publishAfterMs;
    expect(one.publicKeys().map(({ kid }) => kid)).toEqual([second]);
    await one.refresh();
    await expect(collections.signingKeys.countDocuments()).resolves.toBe(1);
    expect(one.current().kid).toBe(second);
  });

  it('does not start with a secret that does not decrypt the stored keys', async () => {
    await open();
    const wrong = openSecretCipher(['another secret of this test, as long as need be']);
    await expect(open(wrong)).rejects.toThrow('IDENTITY_KEY_ENCRYPTION_KEY');
    await expect(collections.signingKeys.countDocuments()).resolves.toBe(1);
  });
});
