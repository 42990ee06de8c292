import type { TopicPartitions } from '@tributary/contracts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** How long a silent member of a group keeps its partitions by default, ms. */
export const SESSION_TIMEOUT_MS = 7_000;

/** How the brokers are reached, and as whom. */
export interface KafkaAccess {
  readonly brokers: readonly string[];
  /** Undefined where the connection is not encrypted. */
  readonly tls?: KafkaTls;
  readonly sasl?: KafkaSasl;
}

/** PEM texts; without `ca` the authorities that Node.js trusts. */
interface KafkaTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

interface KafkaSasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';
const PRIVATE_KEY = /-----BEGIN (?:EC |RSA )?PRIVATE KEY-----/;

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A setting that names a file with the certificate of an authority, PEM. */
export const authorityFile = z
  .string()
  .refine((file) => read(file).includes(CERTIFICATE), 'must name a file with a certificate, PEM');

/** A setting that names a file with a certificate and its private key, PEM. */
export const certificateFile = z
  .string()
  .refine(
    (file) => read(file).includes(CERTIFICATE) && PRIVATE_KEY.test(read(file)),
    'must name a file with a certificate and its private key, PEM',
  );

/** The settings by which Kafka is reached, besides the password. */
export const kafkaShape = {
  KAFKA_BROKERS: z
    .string()
    .min(1, 'must list host:port, separated by commas')
    .describe('Kafka brokers as host:port, separated by commas.'),
  KAFKA_TLS: z
    .stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] })
    .default(false)
    .describe(
      'Whether the brokers are reached over TLS; `KAFKA_TLS_CA` and `KAFKA_TLS_CLIENT` imply it. Required in production.',
    ),
  KAFKA_TLS_CA: authorityFile
    .optional()
    .describe(
      'File with the authority that signed the certificates of the brokers, PEM; by default those that Node.js trusts.',
    ),
  KAFKA_TLS_CLIENT: certificateFile
    .optional()
    .describe('File with a client certificate and its private key, PEM, for mutual TLS.'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .default('scram-sha-512')
    .describe('How the user of Kafka proves its password.'),
  KAFKA_SASL_USERNAME: z
    .string()
    .optional()
    .describe('The user of Kafka. Required in production, or a client certificate in its place.'),
  KAFKA_SASL_PASSWORD: z.string().optional().describe('The password of the user of Kafka.'),
} as const;

const partitions = z.coerce.number().int().min(1).max(1_000);

/** The settings of topics that are created. */
export const partitionShape = {
  KAFKA_CLICK_PARTITIONS: partitions
    .default(6)
    .describe(
      'Partitions of the topic of clicks when it is created; production has 24. An existing one keeps its number (`npm run tool -- topic-partitions`).',
    ),
  KAFKA_PARTITIONS: partitions
    .default(3)
    .describe('Partitions of each other topic when it is created; production has 12.'),
} as const;

export const partitionsOf = (
  settings: z.output<z.ZodObject<typeof partitionShape>>,
): TopicPartitions => ({
  clicks: settings.KAFKA_CLICK_PARTITIONS,
  others: settings.KAFKA_PARTITIONS,
});

type KafkaSettings = z.output<z.ZodObject<typeof kafkaShape>>;

function tlsOf(settings: KafkaSettings): KafkaTls | undefined {
  const { KAFKA_TLS: isOn, KAFKA_TLS_CA: caFile, KAFKA_TLS_CLIENT: clientCertificate } = settings;
  if (!isOn && caFile === undefined && clientCertificate === undefined) return undefined;
  const client = clientCertificate === undefined ? undefined : read(clientCertificate);
  return {
    ...(caFile === undefined ? {} : { ca: read(caFile) }),
    ...(client === undefined ? {} : { cert: client, key: client }),
  };
}

/** How Kafka is reached by checked settings. Without a user and its password there is no SASL. */
export function kafkaAccessOf(settings: KafkaSettings): KafkaAccess {
  const tls = tlsOf(settings);
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = settings;
  const mechanism = settings.KAFKA_SASL_MECHANISM;
  return {
    brokers: settings.KAFKA_BROKERS.split(',').map((broker) => broker.trim()),
    ...(tls === undefined ? {} : { tls }),
    ...(username === undefined || password === undefined
      ? {}
      : { sasl: { mechanism, username, password } }),
  };
}
