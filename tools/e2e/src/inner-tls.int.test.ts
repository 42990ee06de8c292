import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecurity } from '@tributary/engines';
import { type InnerTls, openGrpcClient, rpc } from '@tributary/grpc';
import { defineSettings, readConfig, type RunningService, startService } from '@tributary/service';
import { testEnv, tokensOf } from '@tributary/testing';

const settings = defineSettings('attribution', {});

/** The authority, and a certificate of it with its key. */
async function certificatesIn(directory: string) {
  const { caFile, serverFile } = await makeSecurity(directory, []);
  const text = readFileSync(serverFile, 'utf8');
  const tls: InnerTls = { ca: readFileSync(caFile, 'utf8'), cert: text, key: text };
  return { caFile, serverFile, tls };
}

describe('calls between services with certificates', () => {
  let directory: string;
  let own: Awaited<ReturnType<typeof certificatesIn>>;
  let foreign: InnerTls;
  let service: RunningService;

  const envOf = () =>
    testEnv({ INNER_TLS_CERT: own.serverFile, INNER_TLS_CA: own.caFile, NODE_ENV: 'test' });

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'inner-tls-'));
    own = await certificatesIn(join(directory, 'own'));
    foreign = (await certificatesIn(join(directory, 'foreign'))).tls;
    const explain = rpc('tributary.attribution.v1.Explanations', 'Explain', () =>
      Promise.resolve({}),
    );
    service = await startService(
      {
        openDeps: () => Promise.resolve({ close: () => Promise.resolve() }),
        app: () => ({ rpcs: [explain] }),
      },
      readConfig(settings, envOf()),
    );
  }, 60_000);
  afterAll(async () => {
    await service.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('reach services at https and with the certificates of the settings', () => {
    const { grpcAddresses, innerTls, urls } = readConfig(settings, {
      ...envOf(),
      TRACKING_URL: 'http://tracking:4103',
    });
    expect(urls.tracking).toBe('https://tracking:4103');
    expect(urls.identity).toMatch(/^https:/);
    expect(innerTls).toEqual(own.tls);
    expect(grpcAddresses.campaign).toMatchObject({ tls: own.tls });
  });

  it.each([{ INNER_TLS_CA: '' }, { INNER_TLS_CERT: '' }])(
    'are refused where the settings have half of it: %j',
    (half) => {
      expect(() => readConfig(settings, { ...envOf(), ...half })).toThrow(
        /INNER_TLS_\w+ is not set/,
      );
    },
  );

  const callWith = async (tls?: InnerTls): Promise<string> => {
    const address = `127.0.0.1:${String(service.grpcPort)}`;
    const target = tls === undefined ? address : { address, tls };
    const client = openGrpcClient(
      'tributary.attribution.v1.Explanations',
      target,
      tokensOf('commission'),
    );
    try {
      await client.call('Explain', { conversionId: 'c' }, { deadlineMs: 3_000, idempotent: false });
      return 'answered';
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      client.close();
    }
  };

  it('answer RPCs of a service with a certificate of the authority, and no others', async () => {
    expect(await callWith(own.tls)).toBe('answered');
    expect(await callWith()).toBe('upstream_unavailable');
    expect(await callWith(foreign)).toBe('upstream_unavailable');
    expect(await callWith({ ...foreign, ca: own.tls.ca })).toBe('upstream_unavailable');
  }, 30_000);

  const statusOf = (send: typeof request, options: RequestOptions): Promise<number | string> =>
    new Promise((resolve) => {
      const { port } = new URL(service.url);
      const headers = {
        'x-tributary-service-token': tokensOf('gateway').tokenFor('attribution'),
      };
      const target = { host: '127.0.0.1', port, path: '/openapi.json', headers, agent: false };
      const call = send({ ...target, ...options }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      call.on('error', () => {
        resolve('refused');
      });
      call.end();
    });

  it('answer HTTP of a service with a certificate of the authority, and no other', async () => {
    const { ca } = own.tls;
    expect(await statusOf(request, own.tls)).toBe(200);
    expect(await statusOf(request, { ca })).toBe('refused');
    expect(await statusOf(request, { ...foreign, ca })).toBe('refused');
    expect(await statusOf(requestPlain, {})).toBe('refused');
  });

  it('need certificates that can be read', () => {
    const empty = join(directory, 'empty.pem');
    writeFileSync(empty, '');
    expect(() => readConfig(settings, { ...envOf(), INNER_TLS_CERT: empty })).toThrow(
      'INNER_TLS_CERT: must name a file with a certificate and its private key',
    );
  });
});
