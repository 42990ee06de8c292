import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentSecrets } from '@tributary/service';
import { isExposed, openSystemSecrets } from './system-secrets.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tributary-secrets-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('the secrets of a system that other machines reach', () => {
  it('are made once, are for their owner alone to read, and outlast a return to loopback', async () => {
    const made = await openSystemSecrets(directory, true);
    expect(statSync(join(directory, 'data/secrets.json')).mode & 0o777).toBe(0o600);
    const again = await openSystemSecrets(directory, false);
    expect(again?.settingsOf('tracking')).toEqual(made?.settingsOf('tracking'));
  });

  it('are all different from the development secrets, and each service has its own alone', async () => {
    const made = await openSystemSecrets(directory, true);
    const tracking = made?.settingsOf('tracking') ?? {};
    expect(Object.keys(tracking)).toContain('TRACKING_SECRETS_KEY');
    expect(Object.keys(tracking)).not.toContain('IDENTITY_KEY_ENCRYPTION_KEY');
    expect(made?.settingsOf('attribution')['EMAIL_PEPPER']).toBe(tracking['EMAIL_PEPPER']);
    const known = new Set<string>(Object.values(developmentSecrets));
    expect(Object.values(tracking).filter((value) => known.has(value))).toEqual([]);
  });

  it('are shared with the sandbox as far as the sandbox issues them', async () => {
    const made = await openSystemSecrets(directory, true);
    const { CARDPROC_WEBHOOK_SECRET } = made?.settingsOf('payout') ?? {};
    expect(CARDPROC_WEBHOOK_SECRET).toBeDefined();
    const sandbox = made?.settingsOf('sandbox') ?? {};
    expect(sandbox['CARDPROC_WEBHOOK_SECRET']).toBe(CARDPROC_WEBHOOK_SECRET);
    expect(Object.keys(sandbox)).not.toContain('INVOICE_LINK_SECRET');
  });

  it('include no password of the administrator, which no file may contain', async () => {
    const made = await openSystemSecrets(directory, true);
    expect(Object.keys(made?.settingsOf('identity') ?? {})).toEqual([
      'IDENTITY_KEY_ENCRYPTION_KEY',
    ]);
  });

  it('are not made on loopback, nor over data that development secrets have written', async () => {
    await expect(openSystemSecrets(directory, false)).resolves.toBeUndefined();
    mkdirSync(join(directory, 'data'));
    writeFileSync(join(directory, 'data/service-keys.json'), '{}');
    await expect(openSystemSecrets(directory, true)).rejects.toThrow('--fresh');
  });
});

it('an address is exposed unless it is a loopback one', () => {
  expect(['127.0.0.1', '127.8.8.8', '::1'].filter(isExposed)).toEqual([]);
  expect(['0.0.0.0', '::', '192.0.2.7'].every(isExposed)).toBe(true);
});
