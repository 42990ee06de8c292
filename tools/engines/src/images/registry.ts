import { createHash } from 'node:crypto';
import { MIB, SECOND_MS } from '@tributary/units';
import { z } from 'zod';
import { EngineError, messageOf } from '../errors.ts';

/** Index or manifest, so that one digest covers all platforms of an image that has several. */
const ACCEPT = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** The limit that the specification of registries sets for a manifest. */
const MAX_MANIFEST_BYTES = 4 * MIB;
const TIMEOUT_MS = 30 * SECOND_MS;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

export interface Registry {
  readonly url: URL;
  /** `user:password`; without it as an anonymous reader. */
  readonly credentials?: string | undefined;
}

/** Throws EngineError where the address is none, or where others could read and change what it answers. */
export function registryAt(address: string, credentials?: string): Registry {
  const text = address.includes('://') ? address : `https://${address}`;
  if (!URL.canParse(text)) throw new EngineError(`${address} is no address`, 'give its URL');
  const url = new URL(text);
  if (!address.includes('://') && LOOPBACK.test(url.hostname)) url.protocol = 'http:';
  if (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname)) {
    throw new EngineError(`${url.host} is reached without TLS`, 'give an https address');
  }
  return { url, credentials };
}

const basic = (credentials: string): string =>
  `Basic ${Buffer.from(credentials).toString('base64')}`;

async function get(url: URL, headers: Readonly<Record<string, string>>): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return await fetch(url, { headers, redirect: 'error', signal });
  } catch (error) {
    const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
    throw new EngineError(`${url.host}: ${messageOf(reason)}`, 'try again when it answers', {
      cause: error,
    });
  }
}

const tokenAnswer = z.object({ token: z.string().optional(), access_token: z.string().optional() });

function tokenUrl(registry: Registry, challenge: string): URL {
  const parameters = new Map(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const realm = parameters.get('realm') ?? '';
  const secure = registry.url.protocol !== 'https:' || realm.startsWith('https://');
  if (!URL.canParse(realm) || !secure) {
    throw new EngineError(
      `${registry.url.host} names no https service for tokens`,
      'use another registry',
    );
  }
  const url = new URL(realm);
  for (const name of ['service', 'scope']) {
    const value = parameters.get(name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

async function bearer(registry: Registry, challenge: string, own?: string): Promise<string> {
  const url = tokenUrl(registry, challenge);
  const response = await get(url, own === undefined ? {} : { authorization: own });
  const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  const { data } = tokenAnswer.safeParse(body);
  const token = data?.token ?? data?.access_token;
  if (token === undefined) throw refused(url.host, response.status);
  return `Bearer ${token}`;
}

/** The Authorization header that answers a registry's challenge. */
async function authorization(registry: Registry, challenge: string): Promise<string> {
  const { credentials } = registry;
  const own = credentials === undefined ? undefined : basic(credentials);
  if (/^bearer\b/i.test(challenge)) return bearer(registry, challenge, own);
  if (/^basic\b/i.test(challenge) && own !== undefined) return own;
  throw refused(registry.url.host, 401);
}

const refused = (host: string, status: number): EngineError =>
  new EngineError(
    `${host} answered ${String(status)} and gave no access`,
    'set REGISTRY_USER and REGISTRY_PASSWORD, or correct them',
  );

async function bounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | undefined = response.body ?? undefined;
  if (body === undefined) return Buffer.alloc(0);
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_MANIFEST_BYTES) {
      throw new EngineError('The manifest has more than 4 MiB', 'use another registry');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function manifest(registry: Registry, url: URL): Promise<Response> {
  const response = await get(url, { accept: ACCEPT });
  if (response.status !== 401) return response;
  const challenge = response.headers.get('www-authenticate') ?? '';
  const header = await authorization(registry, challenge);
  return get(url, { accept: ACCEPT, authorization: header });
}

/**
 * The digest (`sha256:…`) of what a registry serves for `repository:tag`: computed from the manifest, so that it
 * is of bytes that were seen. Throws EngineError where there is none.
 */
export async function digestOf(registry: Registry, image: string): Promise<string> {
  const [repository = '', tag = ''] = image.split(':');
  const url = new URL(`/v2/${repository}/manifests/${tag}`, registry.url);
  const response = await manifest(registry, url);
  if (response.status === 401 || response.status === 403) throw refused(url.host, response.status);
  if (!response.ok) {
    const problem = `${url.host} answered ${String(response.status)} for ${image}`;
    throw new EngineError(problem, 'check the name and the tag, or try again later');
  }
  const bytes = await bounded(response);
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const stated = response.headers.get('docker-content-digest');
  if (bytes.length === 0 || (stated !== null && stated !== digest)) {
    throw new EngineError(`${url.host} sent a damaged manifest for ${image}`, 'try again');
  }
  return digest;
}
