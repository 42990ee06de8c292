import { randomUUIDv7 } from 'node:crypto';
import { type RunningService, startService } from '@tributary/service';
import { freePort, gatewayFetch, testEnv } from '@tributary/testing';
import { app } from '../app.ts';
import { readIdentityConfig } from '../config.ts';
import { openDeps } from '../deps.ts';

export const ADMIN = { email: 'admin@example.com', password: 'admin-password-1' };

export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly user: Readonly<Record<string, unknown>> & { readonly id: string; readonly role: string };
}

interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly ip?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A caller of one instance, as the gateway would call it. */
export function callerOf(service: Pick<RunningService, 'url'>) {
  const send = (
    method: string,
    path: string,
    { token, body, ip = '203.0.113.1', headers = {} }: CallOptions = {},
  ) =>
    gatewayFetch('identity', `${service.url}${path}`, {
      method,
      headers: {
        'x-tributary-client-ip': ip,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  const call = async <Body = Record<string, unknown>>(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<Body>> => {
    const response = await send(method, path, options);
    const text = await response.text();
    const parsed = (text === '' ? {} : JSON.parse(text)) as Body;
    return { status: response.status, headers: response.headers, body: parsed };
  };

  /** The body of an answer that is not JSON. */
  const callText = async (method: string, path: string, options: CallOptions): Promise<string> =>
    (await send(method, path, options)).text();

  const registered = async (
    given: Record<string, unknown> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SignedIn> => {
    const body = {
      email: `${randomUUIDv7()}@example.com`,
      password: 'correct horse battery',
      role: 'affiliate',
      name: 'Somebody',
      ...given,
    };
    const answer = await call<SignedIn>('POST', '/api/auth/register', { body, headers });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };

  const signedInAdmin = async (): Promise<SignedIn> =>
    (await call<SignedIn>('POST', '/api/auth/login', { body: ADMIN })).body;

  return { call, callText, registered, signedInAdmin };
}

export type Caller = ReturnType<typeof callerOf>;

/** Settings for one or more instances that share their engines. Limits are off unless given. */
export async function identityEnv(extra: Record<string, string> = {}) {
  const port = await freePort();
  return testEnv({
    identityUrl: `http://127.0.0.1:${String(port)}`,
    HTTP_PORT: String(port),
    // The work of a password's hash would be a third of the time of these tests.
    ARGON2_MEMORY_KIB: '1024',
    RATE_LIMIT_LOGIN_PER_MINUTE: '0',
    RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP: '0',
    ...extra,
  });
}

/** Starts an instance. A second one of the same settings needs `HTTP_PORT: '0'`. */
export async function openIdentity(env: Record<string, string>): Promise<RunningService & Caller> {
  const service = await startService({ openDeps, app }, readIdentityConfig(env));
  return { ...service, ...callerOf(service) };
}
