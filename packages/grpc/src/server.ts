import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { randomUUIDv7 } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { acceptCorrelationId, runWithContext } from '@tributary/context';
import { type AppError, isAppError } from '@tributary/errors';
import { type ServiceId } from '@tributary/catalog';
import {
  requireRpcCaller,
  SERVICE_TOKEN_HEADER,
  type ServiceTokens,
} from '@tributary/service-tokens';
import { openUnit } from '@tributary/tracing';
import { MIB } from '@tributary/units';
import {
  definitionOf,
  type MethodName,
  type ReceivedOf,
  type ResponseOf,
  type ServiceName,
} from './definitions.ts';
import { CORRELATION_KEY, toServiceError, TRACEPARENT_KEY } from './error-metadata.ts';
import { type InnerTls } from './target.ts';

/** One served method, as app.ts lists it. */
export interface Rpc {
  readonly service: ServiceName;
  readonly method: string;
  readonly handle: (request: unknown) => Promise<unknown>;
}

/** Binds a use case to a method of protos/. */
export function rpc<S extends ServiceName, M extends MethodName<S>>(
  service: S,
  method: M,
  handle: (request: ReceivedOf<S, M>) => Promise<ResponseOf<S, M>>,
): Rpc {
  return { service, method, handle: handle };
}

interface AnsweredCall {
  readonly rpc: string;
  /** Undefined for a call without a token, where none is required. */
  readonly caller: ServiceId | undefined;
  readonly code: string;
  /** Whether an engine or another service was away. */
  readonly isOutage: boolean;
  /** Exact; a log line rounds it. */
  readonly ms: number;
}

interface RefusedCall {
  readonly rpc: string;
  /** Undefined where the token does not prove one. */
  readonly caller: ServiceId | undefined;
  readonly code: string;
  readonly reason: string;
  /** The other end of the connection. */
  readonly peer: string;
}

interface Options {
  readonly port: number;
  readonly rpcs: readonly Rpc[];
  /** Recognises the calling services. */
  readonly tokens: Pick<ServiceTokens, 'callerOf'>;
  /** Runs a call for which its caller waits at most `maxMs`; by default without a limit. */
  readonly withinDeadline?: <T>(maxMs: number, work: () => Promise<T>) => Promise<T>;
  /** Called for unexpected errors. */
  readonly onUnexpected: (method: string, error: unknown) => void;
  /** Called in the call's context when it ends; `code` is `ok` or the error's. */
  readonly onAnswered?: (facts: AnsweredCall) => void;
  /** Called in the call's context for a call of somebody who may not make it. */
  readonly onRefused?: (facts: RefusedCall) => void;
  readonly isReady: () => boolean;
  /** The address to listen on; this machine alone by default. */
  readonly host?: string;
  /** With it, calls are encrypted, and callers need a certificate of its authority. */
  readonly tls?: InnerTls | undefined;
}

export interface GrpcServer {
  readonly port: number;
  /** Finishes the running calls, for at most `graceMs`, and stops. */
  close(graceMs: number): Promise<void>;
}

type UnaryCall = ServerUnaryCall<unknown, unknown>;

const HEALTH = 'grpc.health.v1.Health';

/** Recognises the caller of a call and checks that the table names it; reports a refusal and throws it. */
function openAdmission(rpc: string, { tokens, onRefused }: Options) {
  return (call: UnaryCall): ServiceId | undefined => {
    let caller: ServiceId | undefined;
    try {
      caller = tokens.callerOf(call.metadata.get(SERVICE_TOKEN_HEADER)[0]);
      if (caller !== undefined) requireRpcCaller(rpc, caller);
      return caller;
    } catch (error) {
      const { code, message: reason } = error as AppError;
      onRefused?.({ rpc, caller, code, reason, peer: call.getPeer() });
      throw error;
    }
  };
}

const unlimited = <T>(_maxMs: number, work: () => Promise<T>): Promise<T> => work();

/** How long a caller waits, ms; Infinity where it does not say. */
const waitOf = (call: UnaryCall): number => Number(call.getDeadline()) - Date.now();

/** What a probe requests is of no interest. */
const openServerSpan = (rpc: string, correlationId: string, call: UnaryCall) =>
  rpc.startsWith(HEALTH)
    ? undefined
    : openUnit(correlationId, {
        name: rpc,
        kind: 'server',
        attributes: { 'rpc.system': 'grpc' },
        parent: call.metadata.get(TRACEPARENT_KEY)[0]?.toString(),
      });

function answer({ service, method, handle }: Rpc, options: Options) {
  const { onUnexpected, onAnswered, withinDeadline = unlimited } = options;
  const rpc = `${service}/${method}`;
  const admit = service === HEALTH ? () => undefined : openAdmission(rpc, options);
  return (call: UnaryCall, respond: sendUnaryData<unknown>): void => {
    const correlationId = acceptCorrelationId(call.metadata.get(CORRELATION_KEY)[0], randomUUIDv7);
    const started = performance.now();
    const span = openServerSpan(rpc, correlationId, call);
    let caller: ServiceId | undefined;
    const note = (code: string, isOutage = false): void => {
      onAnswered?.({ rpc, caller, code, isOutage, ms: performance.now() - started });
    };
    const succeed = (response: unknown): void => {
      note('ok');
      span?.end();
      respond(null, response);
    };
    const fail = (error: unknown): void => {
      if (!isAppError(error)) onUnexpected(rpc, error);
      if (isAppError(error)) note(error.code, error.kind === 'unavailable');
      else note('internal_error');
      span?.endWith(error);
      respond(toServiceError(error));
    };
    runWithContext({ correlationId, span }, () => {
      try {
        caller = admit(call);
      } catch (error) {
        fail(error);
        return;
      }
      withinDeadline(waitOf(call), () => handle(call.request)).then(succeed, fail);
    });
  };
}

const healthRpc = (isReady: () => boolean): Rpc =>
  rpc(HEALTH, 'Check', () => Promise.resolve({ status: isReady() ? 'SERVING' : 'NOT_SERVING' }));

/**
 * Serves `rpcs` and the standard health service. Throws where a method of a served service is
 * missing.
 */
export async function serveGrpc(options: Options): Promise<GrpcServer> {
  const { rpcs, isReady, host = '127.0.0.1' } = options;
  const server = new Server({ 'grpc.max_receive_message_length': 8 * MIB });
  const byService = Map.groupBy([...rpcs, healthRpc(isReady)], ({ service }) => service);
  for (const [service, methods] of byService) {
    const definition = definitionOf(service);
    const bound: UntypedServiceImplementation = {};
    for (const method of methods) bound[method.method] = answer(method, options);
    const missing = Object.keys(definition).filter((name) => !(name in bound));
    if (missing.length > 0) throw new Error(`${service} does not serve: ${missing.join(', ')}`);
    server.addService(definition, bound);
  }
  const address = isIPv6(host) ? `[${host}]` : host;
  const port = await bind(server, `${address}:${String(options.port)}`, options.tls);
  return { port, close: (graceMs) => close(server, graceMs) };
}

const credentialsOf = (tls: InnerTls | undefined): ServerCredentials =>
  tls === undefined
    ? ServerCredentials.createInsecure()
    : ServerCredentials.createSsl(
        Buffer.from(tls.ca),
        [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }],
        true,
      );

const bind = (server: Server, address: string, tls: InnerTls | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, credentialsOf(tls), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });

const close = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, graceMs);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
