import type { Socket } from 'node:net';
import kafkajs from 'kafkajs';
import type { Log } from '@tributary/mongo';
import type { KafkaAccess } from '../access.ts';
import type { KafkaPort } from '../port.ts';
import type { Client } from './client.ts';
import { sasl, ssl } from './connection.ts';
import { runGroup } from './group.ts';
import { patchProduce } from './fast-produce.ts';
import { handledByAll } from './handled-by-all.ts';
import { logBridge } from './log-bridge.ts';
import { openPing } from './ping.ts';
import { openProgress } from './progress.ts';
import { patchRequestQueue } from './patch-request-queue.ts';
import { openProducer, refusalOf } from './producer.ts';
import { readToEnd } from './read-to-end.ts';
import { openTopicMoves } from './topic-moves.ts';
import { followVersions } from './topic-versions.ts';
import { createTopics, type Durability } from './topics.ts';

export interface AdapterOptions extends Durability, KafkaAccess {
  readonly clientId: string;
  /** Prefix of every topic name at the broker; names in this code are without it. */
  readonly topicPrefix: string;
  readonly log: Log;
  /** How old what is known of the versions of topics may be, ms; tests shorten it. */
  readonly versionsMaxAgeMs?: number;
  /** Keeps a connection for it until `versions.close`; else each look opens one. */
  readonly isLasting?: boolean;
  /** Opens the sockets; tests use it to inject faults. */
  readonly connect?: (host: string, port: number) => Socket;
}

/** Few and quick: the loops of this package retry for longer, and know what may be repeated. */
const RETRIES = 2;

/** The Kafka port on kafkajs. It opens no connection yet. */
export function kafkajsAdapter(options: AdapterOptions): KafkaPort {
  patchRequestQueue();
  patchProduce();
  const { brokers, clientId, connect, log, topicPrefix } = options;
  const openKafka = (retries: number): kafkajs.Kafka =>
    new kafkajs.Kafka({
      clientId,
      brokers: [...brokers],
      ...ssl(options),
      ...sasl(options),
      connectionTimeout: 3_000,
      requestTimeout: 5_000,
      retry: { retries, initialRetryTime: 100, maxRetryTime: 1_000 },
      logCreator: logBridge(log),
      ...(connect === undefined ? {} : { socketFactory: socketFactory(connect) }),
    });
  const connected = { kafka: openKafka(RETRIES), log, topicPrefix };
  const versions = followVersions(connected, options);
  const client: Client = { ...connected, versions };
  return {
    createTopics: (topics) => createTopics(client, options, topics),
    openPing: () => openPing(client),
    openProgress: () => openProgress(client),
    openTopicMoves: () => openTopicMoves(client),
    versions,
    openProducer: (producerOptions) => {
      const { retries = RETRIES } = producerOptions;
      // Connections are repeated as often as what is sent over them.
      return openProducer(
        { ...client, kafka: openKafka(retries) },
        { ...producerOptions, retries },
      );
    },
    runGroup: (groupOptions) => runGroup(client, groupOptions),
    readToEnd: (readOptions) => readToEnd(client, readOptions),
    handledByAll: (topics) => handledByAll(client, topics),
    refusalOf,
  };
}

/** kafkajs passes its listener as well, and expects a socket that is connecting. */
const socketFactory =
  (connect: (host: string, port: number) => Socket): kafkajs.ISocketFactory =>
  ({ host, port, onConnect }) => {
    const socket = connect(host, port);
    socket.once('connect', onConnect);
    return socket;
  };
