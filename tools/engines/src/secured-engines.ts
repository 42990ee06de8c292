import { join } from 'node:path';
import { engineConfig } from './config.ts';
import type { EngineName } from './errors.ts';
import type { Engines } from './open-engines.ts';
import { freeEnginePorts, openNativeEngines } from './native/open-native.ts';
import { type EngineUser, makeSecurity } from './native/security.ts';

export interface SecuredEnginesOptions {
  /** Data, logs, pid files and certificates go here; what an earlier run left is removed. */
  readonly directory: string;
  readonly kafkaUsers: readonly EngineUser[];
  readonly engines?: readonly EngineName[];
  readonly log: (line: string) => void;
}

/** Engines that accept TLS and known users alone. The URLs are the administrator's. */
export interface SecuredEngines extends Pick<Engines, 'mongoUrl' | 'kafkaBrokers' | 'redisUrl'> {
  /** The authority of all certificates. */
  readonly caFile: string;
  /** A certificate of this machine with its private key, PEM. */
  readonly serverFile: string;
  readonly admin: EngineUser;
  /** The log of Kafka, with a line for each refused request. */
  readonly kafkaLog: string;
  readonly mongoLog: string;
  readonly close: () => Promise<void>;
}

/** Starts engines on this machine with TLS, users and, in Kafka, access control. Throws EngineError. */
export async function openSecuredEngines(options: SecuredEnginesOptions): Promise<SecuredEngines> {
  const { directory, kafkaUsers, log } = options;
  const security = await makeSecurity(join(directory, 'certificates'), kafkaUsers);
  const ports = await freeEnginePorts(1);
  const config = engineConfig();
  const engines = options.engines ?? ['MongoDB', 'Kafka', 'Redis'];
  const { urls, close } = await openNativeEngines(engines, {
    ...{ directory, ports, config, security, log },
    forTests: true,
  });
  return {
    mongoUrl: urls.MongoDB ?? '',
    kafkaBrokers: urls.Kafka ?? '',
    redisUrl: urls.Redis ?? '',
    caFile: security.caFile,
    serverFile: security.serverFile,
    admin: security.admin,
    kafkaLog: join(directory, 'logs', 'kafka.log'),
    mongoLog: join(directory, 'logs', 'mongo.log'),
    close,
  };
}
