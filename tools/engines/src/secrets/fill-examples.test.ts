import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serviceIds } from '@tributary/catalog';
import { parsePrivateKey, parsePublicKeys, publicKeyText } from '@tributary/service-tokens';
import { type ServiceSettings } from '@tributary/service';
import { parse } from 'yaml';
import { z } from 'zod';
import { repositoryRoot } from '../config.ts';
import { fillExamples } from './fill-examples.ts';
import { allSecretSettings } from './secret-settings.ts';

const root = repositoryRoot();

const examplesIn = (pattern: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(pattern, { cwd: root }).map((file) => [
      basename(file, '.example'),
      readFileSync(join(root, file), 'utf8'),
    ]),
  );

const valueIn = (text: string | undefined, name: string): string =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(text ?? '')?.[1] ?? '';

const none = new Map<string, string>();

describe('the secrets that are made from examples', () => {
  const examples = new Map([
    ['tracking.env', '# By hand.\nSERVICE_PRIVATE_KEY=replace-me-generated\nSMTP_URL=replace-me\n'],
    ['webhook.env', 'SERVICE_PRIVATE_KEY=replace-me-generated\nKEY=replace-me-generated\n'],
    ['service-keys.env', 'SERVICE_PUBLIC_KEYS=replace-me-generated\n'],
  ]);

  it('are random, and the public keys are those of the private ones', () => {
    const { files, open } = fillExamples(examples, none);
    const keys = parsePublicKeys(valueIn(files.get('service-keys.env'), 'SERVICE_PUBLIC_KEYS'));
    for (const service of ['tracking', 'webhook'] as const) {
      const own = parsePrivateKey(valueIn(files.get(`${service}.env`), 'SERVICE_PRIVATE_KEY'));
      expect(own).toBeDefined();
      if (own === undefined) continue;
      expect(keys?.get(service)?.map(publicKeyText)).toEqual([publicKeyText(own)]);
    }
    const other = fillExamples(examples, none);
    const key = valueIn(files.get('webhook.env'), 'KEY');
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(valueIn(other.files.get('webhook.env'), 'KEY')).not.toBe(key);
    expect(open).toEqual(['tracking.env: SMTP_URL']);
    expect(files.get('tracking.env')).toContain('# By hand.');
  });

  it('stay when they are made again, and only what is missing is added', () => {
    const { files } = fillExamples(examples, none);
    expect(fillExamples(examples, files).files).toEqual(files);
    const own = 'OWN=1\nKEY=of-the-operator\n';
    const { files: again } = fillExamples(examples, new Map([...files, ['webhook.env', own]]));
    expect(again.get('webhook.env')).toMatch(
      /^OWN=1\nKEY=of-the-operator\nSERVICE_PRIVATE_KEY=\S+\n$/,
    );
    const keys = parsePublicKeys(valueIn(again.get('service-keys.env'), 'SERVICE_PUBLIC_KEYS'));
    expect(keys?.get('webhook')).toHaveLength(2);
    expect(again.get('tracking.env')).toBe(files.get('tracking.env'));
  });
});

describe('the examples', () => {
  it.each(['deploy/overlays/dev', 'deploy/overlays/production'])(
    'of %s contain every secret of every service',
    async (overlay) => {
      const files = examplesIn(`${overlay}/secrets/*.example`);
      // Sandbox and web push are optional in production, and attribution reads the pepper of tracking.
      const elsewhere = /^(SMS_API_KEY|VAPID_PRIVATE_KEY|EMAIL_PEPPER)$/;
      for (const [service, secrets] of await allSecretSettings()) {
        const text = files.get(`${service}.env`);
        const missing = ['SERVICE_PRIVATE_KEY', ...secrets.keys()].filter(
          (name) => !valueIn(text, name).startsWith('replace-me') && !elsewhere.test(name),
        );
        expect({ service, missing }).toEqual({ service, missing: [] });
      }
      expect(valueIn(files.get('tracking.env'), 'EMAIL_PEPPER')).toBe('replace-me-generated');
    },
  );

  it('of production and its manifests name every setting without which a service does not start', async () => {
    const files = examplesIn('deploy/overlays/production/secrets/*.example');
    const shared = `${readFileSync(join(root, 'deploy/base/config.yaml'), 'utf8')}${files.get('engines.env') ?? ''}`;
    for (const service of serviceIds) {
      const { settings } = (await import(join(root, 'services', service, 'src/config.ts'))) as {
        settings: ServiceSettings<z.ZodRawShape>;
      };
      const required = Object.keys(settings.developmentDefaults({})).filter(
        (name) => !z.safeParse(settings.shape[name] ?? z.any(), undefined).success,
      );
      const manifest = join(root, 'deploy/base', service, 'kustomization.yaml');
      const text = `${shared}${files.get(`${service}.env`) ?? ''}${readFileSync(manifest, 'utf8')}`;
      const missing = required.filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
      expect({ service, missing }).toEqual({ service, missing: [] });
    }
  });

  it('of docker compose contain every secret, and each container has those of its own service alone', async () => {
    const example = examplesIn('.env.example').get('.env');
    const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), {
      merge: true,
    }) as { services: Record<string, { environment?: Record<string, string> }> };
    const settings = await allSecretSettings();
    const all = new Set([...settings.values()].flatMap((own) => [...own.keys()]));
    for (const service of serviceIds) {
      const environment = compose.services[service]?.environment ?? {};
      const own = [...(settings.get(service)?.keys() ?? [])];
      const secrets = Object.keys(environment).filter((name) => all.has(name));
      expect({ service, secrets: secrets.toSorted() }).toEqual({
        service,
        secrets: own.toSorted(),
      });
      const key = `${service.toUpperCase()}_SERVICE_PRIVATE_KEY`;
      expect(environment['SERVICE_PRIVATE_KEY']).toBe(`\${${key}:-}`);
      expect(environment['GATEWAY_ADDRESS']).toBe('${GATEWAY_ADDRESS:-127.0.0.1}');
      for (const name of [key, ...own]) expect(valueIn(example, name)).toBe('replace-me-generated');
    }
  });
});
