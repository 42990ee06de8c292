import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  authorityFile,
  type KafkaAccess,
  kafkaAccessOf,
  kafkaShape,
} from '@tributary/messaging/access';
import { mongoUrlOf } from '@tributary/mongo/access';
import { type RedisAccess } from './redis.ts';
import { issuedSecret } from './secrets.ts';

const engines = ['mongo', 'kafka', 'redis'] as const;

export type EngineId = (typeof engines)[number];

const engineList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine(
    (names) => names.every((name) => engines.some((engine) => engine === name)),
    `must list ${engines.join(', ')}, separated by commas`,
  );

/** The settings by which the engines are reached. */
export const engineShape = {
  MONGO_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://')
    .describe(
      'The MongoDB replica set. In production with user and password, and with `tls=true` unless `MONGO_TLS_CA` is set.',
    )
    .meta(issuedSecret),
  MONGO_TLS_CA: authorityFile
    .optional()
    .describe(
      'File with the authority that signed the certificates of MongoDB, PEM; implies TLS. By default those that Node.js trusts.',
    ),
  ...kafkaShape,
  KAFKA_SASL_PASSWORD: kafkaShape.KAFKA_SASL_PASSWORD.meta(issuedSecret),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .describe(
      'The Redis server, or nodes of a Redis Cluster, separated by commas. In production rediss://, with user and password.',
    )
    .meta(issuedSecret),
  REDIS_TLS_CA: authorityFile
    .optional()
    .describe(
      'File with the authority that signed the certificate of Redis, PEM; by default those that Node.js trusts.',
    ),
  ENGINES_ON_TRUSTED_NETWORK: engineList.describe(
    'Engines (`mongo`, `kafka`, `redis`, separated by commas) that production may reach without TLS and credentials, because a mesh or an encrypted network admits the services alone.',
  ),
} as const;

type EngineSettings = z.output<z.ZodObject<typeof engineShape>>;

/** How a service reaches its engines, and as whom. */
export interface EngineAccess {
  /** With the options of TLS. */
  readonly mongoUrl: string;
  readonly kafka: KafkaAccess;
  readonly redis: RedisAccess;
}

/** How the engines are reached by checked settings. */
export const engineAccessOf = (settings: EngineSettings): EngineAccess => ({
  mongoUrl: mongoUrlOf(settings) ?? '',
  kafka: kafkaAccessOf(settings),
  redis: redisAccessOf(settings),
});

export const redisAccessOf = (
  settings: Pick<EngineSettings, 'REDIS_URL' | 'REDIS_TLS_CA'>,
): RedisAccess => {
  const { REDIS_URL: url, REDIS_TLS_CA: caFile } = settings;
  return { url, ...(caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') }) };
};

/** The user information of a URL with any number of hosts, which `URL` cannot parse. */
const userOf = (url: string): string => /^[a-z+]+:\/\/(?:([^/@]*)@)?/.exec(url)?.[1] ?? '';

const optionsOf = (url: string): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '');

/** Options by which the driver would accept the certificate of anybody. */
const INSECURE_OPTIONS = ['tlsInsecure', 'tlsAllowInvalidCertificates', 'tlsAllowInvalidHostnames'];

function mongoProblems(settings: EngineSettings): string[] {
  const url = mongoUrlOf(settings) ?? '';
  const options = optionsOf(url);
  const tls = options.get('tls') ?? options.get('ssl') ?? String(url.startsWith('mongodb+srv:'));
  const insecure = INSECURE_OPTIONS.filter((option) => options.get(option) === 'true');
  // Certificates and roles of a cloud are credentials that the URL names by their mechanism.
  const hasCredentials = userOf(url).includes(':') || options.has('authMechanism');
  return [
    ...(tls === 'true' ? [] : ['MONGO_URL: production needs TLS: tls=true, or MONGO_TLS_CA']),
    ...insecure.map((option) => `MONGO_URL: ${option} is not accepted in production`),
    ...(hasCredentials ? [] : ['MONGO_URL: production needs a user and its password']),
  ];
}

function kafkaProblems(settings: EngineSettings): string[] {
  const { tls, sasl } = kafkaAccessOf(settings);
  const hasCredentials = sasl !== undefined || tls?.cert !== undefined;
  return [
    ...(tls === undefined ? ['KAFKA_TLS: production needs TLS: true, or KAFKA_TLS_CA'] : []),
    ...(hasCredentials
      ? []
      : [
          'KAFKA_SASL_USERNAME: production needs a user and KAFKA_SASL_PASSWORD, or KAFKA_TLS_CLIENT',
        ]),
  ];
}

function redisProblems({ REDIS_URL: url }: EngineSettings): string[] {
  const [, password = ''] = userOf(url).split(':');
  return [
    ...(url.startsWith('rediss:') ? [] : ['REDIS_URL: production needs TLS: rediss://']),
    ...(password === '' ? ['REDIS_URL: production needs a user and its password'] : []),
  ];
}

const problemsOf: Readonly<Record<EngineId, (settings: EngineSettings) => string[]>> = {
  mongo: mongoProblems,
  kafka: kafkaProblems,
  redis: redisProblems,
};

/** One line for each setting that leaves an engine of `used` without TLS or credentials. */
export const unprotectedEngines = (
  settings: EngineSettings,
  used: readonly EngineId[] = engines,
): readonly string[] =>
  used
    .filter((engine) => !settings.ENGINES_ON_TRUSTED_NETWORK.includes(engine))
    .flatMap((engine) => problemsOf[engine](settings));
