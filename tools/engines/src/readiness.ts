import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { EngineName } from './errors.ts';
import { EngineError } from './errors.ts';
import { withAdmin } from './mongo-admin.ts';
import { acceptsConnections } from './ports.ts';

/** Repeats the check until it passes or `signal` fires. Throws EngineError when the time is over. */
export const waitUntilReady = async (
  engine: EngineName,
  isReady: () => Promise<boolean>,
  options: { timeoutMs: number; remedy: string; signal?: AbortSignal },
): Promise<void> => {
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    if (options.signal?.aborted === true || (await isReady())) return;
    if (Date.now() > deadline) {
      const seconds = String(options.timeoutMs / 1000);
      throw new EngineError(`${engine} is not ready after ${seconds} s`, options.remedy);
    }
    await sleep(100);
  }
};

/** True when a primary answers that takes writes. */
export const mongoIsReady = async (url: string): Promise<boolean> => {
  try {
    const hello = await withAdmin(url, (admin) => admin.command({ hello: 1 }));
    return hello['isWritablePrimary'] === true;
  } catch {
    return false;
  }
};

/** True when Redis answers PING and has finished loading its data. */
export const redisIsReady = async (url: string, caFile?: string): Promise<boolean> => {
  const redis = new Redis(url, {
    ...(caFile !== undefined && { tls: { ca: readFileSync(caFile) } }),
    lazyConnect: true,
    connectTimeout: 1000,
    maxRetriesPerRequest: 0,
    disconnectTimeout: 100,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.ping();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
};

/** True when each broker of the list (`host:port,host:port`) takes connections. */
export const kafkaAccepts = async (brokers: string): Promise<boolean> => {
  const answers = await Promise.all(
    brokers.split(',').map(async (broker) => {
      const colon = broker.lastIndexOf(':');
      return acceptsConnections(Number(broker.slice(colon + 1)), broker.slice(0, colon));
    }),
  );
  return answers.every(Boolean);
};

/**
 * True when a broker without TLS or SASL takes consumer groups. The request is FindCoordinator version 0,
 * written as bytes because only packages/messaging may import kafkajs. The first request makes the
 * broker create its offsets topic, so that consumers find it complete.
 */
export const kafkaIsReady = async (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ port, host });
    const finish = (answer: boolean): void => {
      socket.destroy();
      done(answer);
    };
    socket.setTimeout(2000, () => {
      finish(false);
    });
    // Reset, or closed without an answer by what stands before the broker.
    socket.once('error', () => undefined);
    socket.once('close', () => {
      finish(false);
    });
    socket.once('connect', () => socket.write(findCoordinatorRequest('readiness')));
    // Size, correlation id, error code.
    socket.once('data', (answer) => {
      finish(answer.length >= 10 && answer.readInt16BE(8) === 0);
    });
  });

/** Size, api key 10, version 0, correlation id 1, no client id, the group's name. */
const findCoordinatorRequest = (group: string): Buffer => {
  const request = Buffer.alloc(16 + group.length);
  request.writeInt32BE(request.length - 4, 0);
  request.writeInt16BE(10, 4);
  request.writeInt16BE(0, 6);
  request.writeInt32BE(1, 8);
  request.writeInt16BE(-1, 12);
  request.writeInt16BE(group.length, 14);
  request.write(group, 16, 'latin1');
  return request;
};
