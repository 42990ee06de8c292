import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { currentContext } from '@tributary/context';
import { type AppError } from '@tributary/errors';
import { SERVICE_TOKEN_HEADER, type ServiceTokens } from '@tributary/service-tokens';
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
import { CORRELATION_KEY, fromServiceError } from './error-metadata.ts';
import { type GrpcTarget } from './target.ts';

interface CallOptions {
  /** The longest wait of the caller, retries included. */
  readonly deadlineMs: number;
  /**
   * The method may run twice without harm, so the call is retried when the service is unreachable.
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

const MAX_ATTEMPTS = 3;
const RETRY = { firstMs: 100, maxMs: 1_000, jitter: 0.5 };

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
  const correlationId = currentContext()?.correlationId;
  if (correlationId !== undefined) metadata.set(CORRELATION_KEY, correlationId);
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

  const call = async (method: string, request: unknown, options: CallOptions): Promise<unknown> => {
    const deadline = new Date(Date.now() + options.deadlineMs);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(method, request, deadline);
      } catch (error) {
        const waitMs = backOffMs(attempt, RETRY);
        const late = Date.now() + waitMs >= deadline.getTime();
        const hopeless = (error as AppError).code !== 'upstream_unavailable';
        if (!options.idempotent || hopeless || late || attempt === MAX_ATTEMPTS) throw error;
        await pause(waitMs);
      }
    }
  };

  return {
    call: call,
    close: () => {
      client.close();
    },
  };
}
