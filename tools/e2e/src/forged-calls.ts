import { openGrpcClient, type ServiceName } from '@tributary/grpc';
import { isAppError } from '@tributary/errors';
import { type ServiceKeys } from '@tributary/engines';
import { catalog, type ServiceId, serviceIds, storingServices } from '@tributary/catalog';
import {
  developmentKeyPair,
  newKeyPair,
  openServiceTokens,
  parsePrivateKey,
  type ServiceKeyPair,
  rpcCallers,
  SERVICE_TOKEN_HEADER,
} from '@tributary/service-tokens';

/** A running system, whose inner ports are called. */
export interface ForgeryTarget {
  readonly keys: Pick<ServiceKeys, 'tokensOf'>;
  readonly portOffset: number;
}

/** A forged call and how it was answered. */
export interface ForgedCall {
  readonly name: string;
  readonly answer: string;
  readonly isRefused: boolean;
}

const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 10_000;

/** A token of `service` for `audience` that is signed by keys the system does not know. */
function signedBy(pair: ServiceKeyPair, service: ServiceId, audience: ServiceId): string {
  const privateKey = parsePrivateKey(pair.privateKey);
  if (privateKey === undefined) throw new Error('Not a key');
  const identity = { service, privateKey, publicKeys: new Map(), required: true };
  return openServiceTokens(identity).tokenFor(audience);
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function unsigned(caller: ServiceId, callee: ServiceId): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: caller, aud: callee, iat, exp: iat + 60 };
  return `${encode({ alg: 'none' })}.${encode(claims)}.`;
}

/** Tokens that a call to `callee` may not bear: `caller` may make it, `stranger` may not. */
function forgedTokens(
  { keys }: ForgeryTarget,
  { caller, stranger, callee }: Record<'caller' | 'stranger' | 'callee', ServiceId>,
): Readonly<Record<string, string>> {
  const other = serviceIds.find((id) => id !== callee) ?? callee;
  const right = keys.tokensOf(caller).tokenFor(callee);
  return {
    'no token': '',
    nonsense: 'nonsense',
    'an expired token': keys.tokensOf(caller, () => Date.now() - HOUR_MS).tokenFor(callee),
    'a token of the future': keys.tokensOf(caller, () => Date.now() + HOUR_MS).tokenFor(callee),
    'a token for another service': keys.tokensOf(caller).tokenFor(other),
    'a service without the right': keys.tokensOf(stranger).tokenFor(callee),
    'another key': signedBy(newKeyPair(), caller, callee),
    'the development key': signedBy(developmentKeyPair(caller), caller, callee),
    'no signature': unsigned(caller, callee),
    'a changed signature': `${right.slice(0, -4)}AAAA`,
  };
}

const portsOf = (service: ServiceId): { http: number; grpc?: number } => catalog[service];

async function callRpc(target: ForgeryTarget, rpc: string, token: string): Promise<ForgedCall> {
  const [service = '', method = ''] = rpc.split('/');
  const callee = service.split('.')[1] as ServiceId;
  const address = `127.0.0.1:${String((portsOf(callee).grpc ?? 0) + target.portOffset)}`;
  const client = openGrpcClient(service as ServiceName, address, { tokenFor: () => token });
  const options = { deadlineMs: TIMEOUT_MS, idempotent: false };
  try {
    await client.call(method as never, {} as never, options);
    return { name: rpc, answer: 'ok', isRefused: false };
  } catch (error) {
    const answer = isAppError(error) ? `${error.code}: ${error.message}` : String(error);
    const isRefused = /answered (service_token_required|invalid_service_token|caller_not_allowed)$/;
    return { name: rpc, answer, isRefused: isRefused.test(answer) };
  } finally {
    client.close();
  }
}

async function callHttp(
  target: ForgeryTarget,
  { callee, path }: { readonly callee: ServiceId; readonly path: string },
  token: string,
): Promise<ForgedCall> {
  const url = `http://127.0.0.1:${String(portsOf(callee).http + target.portOffset)}${path}`;
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { [SERVICE_TOKEN_HEADER]: token, 'x-tributary-client-ip': '203.0.113.7' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = await response.text();
  const isStranger = response.status === 403 && body.includes('caller_not_allowed');
  const isUnknown =
    response.status === 401 && response.headers.get('www-authenticate') === 'ServiceToken';
  const answer = `${String(response.status)} ${body.slice(0, 120)}`;
  return { name: `${callee} ${path}`, answer, isRefused: isStranger || isUnknown };
}

/** Paths that exist at some service, and one that exists at none: each is tried at every service. */
const PATHS = [
  '/openapi.json',
  '/api/auth/me',
  '/r/code',
  '/api/payouts/list',
  '/account-data',
  '/service-state',
  '/nothing',
];

const named = (call: ForgedCall, kind: string): ForgedCall => ({
  ...call,
  name: `${call.name} with ${kind}`,
});

/** Sends more than 500 forged calls to all inner ports of a running system and returns every answer. */
export async function forgeCalls(target: ForgeryTarget): Promise<ForgedCall[]> {
  const calls: ForgedCall[] = [];
  for (const [rpc, [caller = 'gateway']] of Object.entries(rpcCallers)) {
    const callee = rpc.split('.')[1] as ServiceId;
    const stranger = serviceIds.find((id) => rpcCallers[rpc]?.includes(id) !== true) ?? 'webhook';
    const tokens = forgedTokens(target, { caller, stranger, callee });
    const made = Object.entries(tokens).map(async ([kind, token]) =>
      named(await callRpc(target, rpc, token), kind),
    );
    calls.push(...(await Promise.all(made)));
  }
  for (const callee of storingServices) {
    const tokens = forgedTokens(target, { caller: 'gateway', stranger: 'webhook', callee });
    for (const path of PATHS) {
      const made = Object.entries(tokens).map(async ([kind, token]) =>
        named(await callHttp(target, { callee, path }, token), kind),
      );
      calls.push(...(await Promise.all(made)));
    }
  }
  return calls;
}
