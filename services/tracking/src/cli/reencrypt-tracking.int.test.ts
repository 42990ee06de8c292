import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Mongo, openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { createCipher } from '../clients/cipher.ts';
import { collections as declared, type Collections } from '../store/collections.ts';
import { integrationStore } from '../store/integration-store.ts';
import { secretStore } from '../store/secret-store.ts';
import { openBrandSecrets } from '../workflows/brand-secrets.ts';

const run = promisify(execFile);
const CLI = 'services/tracking/src/cli/reencrypt-tracking.ts';
const oldKey = 'the old key of this test that is long enough';
const newKey = 'the new key of this test that is long enough';
const current = { failed: 0, failedIds: [] };
const now = new Date();

describe('npm run tool -- reencrypt-tracking', () => {
  let mongo: Mongo;
  let collections: Collections;
  const env = testEnv({ TRACKING_SECRETS_KEY: `${newKey},${oldKey}` });

  beforeAll(async () => {
    mongo = await openMongo({
      url: env['MONGO_URL'] ?? '',
      database: `${env['NAMESPACE'] ?? ''}tributary_tracking`,
      log: openLog('tracking', 'error'),
    });
    collections = await openCollections(mongo.connection, declared);
  });
  afterAll(() => mongo.close());

  const reencrypt = async () => {
    const { stdout } = await run(process.execPath, [CLI], { env: { ...process.env, ...env } });
    return JSON.parse(stdout) as unknown;
  };
  const secretsBy = (key: string) =>
    openBrandSecrets(secretStore(collections), createCipher([key])).ofBrand('brand');
  const addIntegration = (id: string, access: string | null) => {
    const old = createCipher([oldKey]);
    return integrationStore(collections).add({
      _id: id,
      brandId: 'brand',
      campaignId: 'campaign',
      platform: 'shopify',
      shopUrl: `https://${id}.example`,
      sealedSecret: old.encrypt('shop secret', `brand ${id}`),
      sealedAccess: access === null ? null : old.encrypt(access, `brand ${id}`),
      lastError: null,
      lastMessageAt: null,
      syncedUntil: now,
      syncTriedAt: now,
      createdAt: now,
    });
  };

  it("encrypts the brands' secrets and the access to shops by the new key, so that the old one can go", async () => {
    const sealed = createCipher([oldKey]).encrypt('trk_1', 'brand s1');
    const secret = { _id: 's1', brandId: 'brand', name: null, sealed, hint: 'rk_1', slot: 0 };
    await secretStore(collections).add({ ...secret, createdAt: now });
    await addIntegration('shop-1', '{"token":"t"}');
    await addIntegration('shop-2', null);
    await expect(secretsBy(newKey)).rejects.toThrow('TRACKING_SECRETS_KEY');

    await expect(reencrypt()).resolves.toEqual({
      tracking_secrets: { documents: 1, rewritten: 1, ...current },
      integrations: { documents: 2, rewritten: 2, ...current },
    });
    await expect(secretsBy(newKey)).resolves.toEqual(['trk_1']);
    const cipher = createCipher([newKey]);
    const [first, second] = await collections.integrations.find().sort({ _id: 1 }).lean();
    expect(cipher.decrypt(first?.sealedSecret ?? '', 'brand shop-1')).toBe('shop secret');
    expect(cipher.decrypt(first?.sealedAccess ?? '', 'brand shop-1')).toBe('{"token":"t"}');
    expect(cipher.decrypt(second?.sealedSecret ?? '', 'brand shop-2')).toBe('shop secret');
    expect(second?.sealedAccess).toBeNull();

    await expect(reencrypt()).resolves.toEqual({
      tracking_secrets: { documents: 1, rewritten: 0, ...current },
      integrations: { documents: 2, rewritten: 0, ...current },
    });
  });
});
