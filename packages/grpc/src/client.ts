import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { currentContext, currentDeadline } from '@tributary/context';
import { type AppError } from '@tributary/errors';
import { SERVICE_TOKEN_HEADER, type ServiceTokens } from '@tributary/service-tokens';
import { traced } from '@tributary/tracing';
import { MIB } from '@tributary/units';
import { backOffMs } from '@tributary/work/back-off';
import {
  type AnsweredOf,
  calleeOf,
  definitionOf,
  type MethodName,
  type RequestOf,
  type ServiceName,
} from './definitions.ts';
import { CORRELATION_KEY, fromServiceError, TRACEPARENT_KEY } from './error-metadata.ts';
import { type GrpcTarget } from './target.ts';

interface CallOptions {
  /** The longest wait, retries included; shorter where the current request ends earlier. */
  readonly deadlineMs: number;
  /**
   * The method may run twice without harm, so the call is repeated until its deadline while the service is
   * unreachable, such as one that is just starting.
   */
  readonly idempotent: boolean;
}

/** Calls one gRPC service. Errors are AppErrors: those of the other service, or `unavailable`. */
export interface GrpcClient<S extends ServiceName> {
  call<M extends MethodName<S>>(
    method: M,
    request: RequestOf<S, M>,
    options: CallOptions,
  ): Promise<AnsweredOf<S, M>>;
  close(): void;
}

const RETRY = { firstMs: 100, maxMs: 500, jitter: 0.5 };

const RPC_ATTRIBUTES = { 'rpc.system': 'grpc' };

const channelOptions = {
  'grpc.max_receive_message_length': 8 * MIB,
  // A restarted service is reconnected within a second, not after the default of up to two minutes.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
} as const;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function metadataOf(token: string): Metadata {
  const metadata = new Metadata();
  metadata.set(SERVICE_TOKEN_HEADER, token);
  const { correlationId, span } = currentContext() ?? {};
  if (correlationId !== undefined) metadata.set(CORRELATION_KEY, correlationId);
  if (span !== undefined) metadata.set(TRACEPARENT_KEY, span.traceparent);
  return metadata;
}

function connect(target: GrpcTarget): Client {
  if (typeof target === 'string') {
    return new Client(target, credentials.createInsecure(), channelOptions);
  }
  const { ca, key, cert } = target.tls;
  const channel = credentials.createSsl(Buffer.from(ca), Buffer.from(key), Buffer.from(cert));
  return new Client(target.address, channel, channelOptions);
}

/** Repeats a call that may run twice until its deadline, while the service is unreachable. */
async function untilDeadline<T>(
  { deadlineMs, idempotent }: CallOptions,
  call: (deadline: Date) => Promise<T>,
): Promise<T> {
  const waitMs = Math.min(deadlineMs, currentDeadline()?.remainingMs() ?? Infinity);
  const deadline = new Date(Date.now() + waitMs);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(deadline);
    } catch (error) {
      const pauseMs = backOffMs(attempt, RETRY);
      const isLate = Date.now() + pauseMs >= deadline.getTime();
      const isHopeless = (error as AppError).code !== 'upstream_unavailable';
      if (!idempotent || isHopeless || isLate) throw error;
      await pause(pauseMs);
    }
  }
}

/**
 * Opens a client of `service`. It connects at the first call, and each call carries a token by which
 * the called service recognises this one.
 */
export function openGrpcClient<S extends ServiceName>(
  service: S,
  target: GrpcTarget,
  tokens: Pick<ServiceTokens, 'tokenFor'>,
): GrpcClient<S> {
  const client = connect(target);
  const definition = definitionOf(service);
  const callee = calleeOf(service);

  const once = (method: string, request: unknown, deadline: Date): Promise<unknown> => {
    const described = definition[method];
    if (described === undefined) throw new Error(`${service} has no method ${method}`);
    const metadata = metadataOf(tokens.tokenFor(callee));
    return new Promise((resolve, reject) => {
      const done = (error: ServiceError | null, response?: unknown): void => {
        if (error === null) resolve(response);
        else reject(fromServiceError(error, service));
      };
      const { path, requestSerialize, responseDeserialize } = described;
      client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        metadata,
        { deadline },
        done,
      );
    });
  };

  const call = (method: string, request: unknown, options: CallOptions): Promise<unknown> =>
    traced({ name: `${service}/${method}`, kind: 'client', attributes: RPC_ATTRIBUTES }, () =>
      untilDeadline(options, (deadline) => once(method, request, deadline)),
    );

  return {
    call: call,
    close: () => {
      client.close();
    },
  };
}
