import { takeNamespace } from './reused-namespaces.ts';
import { testPublicKeys } from './service-callers.ts';

type Env = Record<string, string>;

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is not set: run the tests by \`npm test\`, which starts the engines`);
  }
  return value;
}

/**
 * Settings for a service under test: the engines of this run, its own namespace so that tests do
 * not meet, and free ports.
 */
export function testEnv({ identityUrl, ...extra }: { identityUrl?: string } & Env): Env {
  const engines = {
    MONGO_URL: required('MONGO_URL'),
    KAFKA_BROKERS: required('KAFKA_BROKERS'),
    REDIS_URL: required('REDIS_URL'),
  };
  return {
    NODE_ENV: 'test',
    ...engines,
    // The engines of tests have neither TLS nor users, also for tests of production.
    ENGINES_ON_TRUSTED_NETWORK: 'mongo,kafka,redis',
    SERVICES_ON_TRUSTED_NETWORK: 'true',
    NAMESPACE: takeNamespace(engines),
    HTTP_PORT: '0',
    GRPC_PORT: '0',
    OPS_PORT: '0',
    SERVICE_PUBLIC_KEYS: testPublicKeys,
    SHUTDOWN_DRAIN_MS: '0',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'error',
    ...(identityUrl === undefined ? {} : { IDENTITY_URL: identityUrl }),
    ...extra,
  };
}
