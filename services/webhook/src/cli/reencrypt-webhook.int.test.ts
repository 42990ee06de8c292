import { execFile } from 'node:child_process';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { promisify } from 'node:util';
import { secretCipher } from '../clients/secret-cipher.ts';
import { type EndpointDocument } from '../store/collections.ts';
import { startWebhook } from '../testing/start-webhook.ts';

const run = promisify(execFile);
const CLI = 'services/webhook/src/cli/reencrypt-webhook.ts';
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const current = { failed: 0, failedIds: [] };

describe('npm run tool -- reencrypt-webhook', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  beforeAll(async () => {
    webhook = await startWebhook({ WEBHOOK_SECRETS_KEY: oldKey.toString('base64') });
  });
  afterAll(() => webhook.close());

  const reencrypt = async () => {
    const keys = [newKey, oldKey].map((key) => key.toString('base64')).join(',');
    const env = { ...process.env, ...webhook.env, WEBHOOK_SECRETS_KEY: keys };
    const { stdout } = await run(process.execPath, [CLI], { env });
    return JSON.parse(stdout) as unknown;
  };

  it('encrypts present and rotated secrets by the new key, so that the old one can go', async () => {
    const who = { id: randomUUIDv7(), role: 'brand', plan: 'pro' } as const;
    const body = { url: 'http://127.0.0.1:9/hook', events: ['link.created'] };
    const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
    const secrets = [made.body.data.secret];
    const { id } = made.body.data;
    for (let rotation = 0; rotation < 2; rotation += 1) {
      const path = `/api/webhooks/endpoints/${id}/rotate-secret`;
      secrets.unshift((await webhook.call('POST', path, who)).body.data.secret);
    }

    await expect(reencrypt()).resolves.toEqual({
      endpoints: { documents: 1, rewritten: 1, ...current },
    });
    const stored = await webhook.service.platform.mongo.connection
      .collection<EndpointDocument>('endpoints')
      .findOne({ _id: id });
    const old = [stored?.previousSecret, ...(stored?.earlierSecrets ?? [])];
    const cipher = secretCipher([newKey]);
    const readable = [stored, ...old].map((holder) => cipher.decrypt(holder?.secret ?? '', id));
    expect(readable).toEqual(secrets);
    expect(old.every((holder) => (holder?.until ?? 0) > new Date())).toBe(true);

    await expect(reencrypt()).resolves.toEqual({
      endpoints: { documents: 1, rewritten: 0, ...current },
    });
  });
});
