import { z } from 'zod';
import { type ServiceIdentity } from '@tributary/service-tokens';
import {
  catalog,
  opsPortOf,
  type Role,
  type ServiceId,
  serviceIds,
  urlSettingOf,
} from '@tributary/catalog';
import { baseShape, type BaseSettings } from './base-settings.ts';
import { ConfigError } from './config-error.ts';
import {
  type EngineAccess,
  engineAccessOf,
  type EngineId,
  unprotectedEngines,
} from './engine-access.ts';
import type { TopicPartitions } from '@tributary/contracts';
import { type GrpcTarget, type InnerTls } from '@tributary/grpc';
import { partitionsOf } from '@tributary/messaging/access';
import { innerTlsOf, innerTlsProblems } from './inner-tls.ts';
import { developmentIdentity, serviceIdentityOf } from './service-identity.ts';
import { acceptsDevelopmentSecrets } from './gateway-address.ts';
import { placeholdersIn, unfitSecrets, withoutSecrets } from './secrets.ts';
import { type ProofTerms } from './auth/proof.ts';
import { proofTermsOf } from './auth/proof-settings.ts';
import { type TracingSettings, tracingSettingsOf } from './tracing-settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A boolean setting: `true`, `1`, `yes` or `false`, `0`, `no`. */
export const flag = z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] });

export interface BaseConfig extends EngineAccess {
  readonly service: ServiceId;
  readonly role: Role;
  readonly production: boolean;
  /** Whether clients of other machines reach the system, in production or not. */
  readonly exposed: boolean;
  /** By what this service and others recognise each other. */
  readonly serviceIdentity: ServiceIdentity;
  /** The public address of the gateway, without a trailing slash. */
  readonly publicUrl: string;
  readonly logLevel: string;
  readonly namespace: string;
  readonly kafkaReplicationFactor: number;
  readonly kafkaPartitions: TopicPartitions;
  readonly kafkaSessionTimeoutMs: number;
  readonly shutdownGraceMs: number;
  readonly shutdownDrainMs: number;
  readonly joinGraceMs: number;
  /** The address on which all ports open. */
  readonly listenHost: string;
  readonly proofTerms: ProofTerms;
  readonly tracing: TracingSettings;
  readonly ports: Readonly<{ http: number; grpc: number; ops: number }>;
  /** HTTP base URLs of all services. */
  readonly urls: Readonly<Record<ServiceId, string>>;
  /** Where all gRPC services are. */
  readonly grpcAddresses: Readonly<Record<ServiceId, GrpcTarget>>;
  /** Certificates for calls between services; undefined where these are not encrypted. */
  readonly innerTls: InnerTls | undefined;
}

/** Defaults for development alone. Production must set each of them. */
export interface DevelopmentDefaults {
  readonly [variable: string]: string;
}

/** The settings of a service, each a schema with its meaning as the description. */
export interface ServiceSettings<Shape extends z.ZodRawShape> {
  readonly service: ServiceId;
  readonly shape: Shape;
  readonly developmentDefaults: (env: Env) => DevelopmentDefaults;
  /** The engines that it uses; all by default. */
  readonly engines?: readonly EngineId[];
}

/** Declares the settings of a service; docs/settings.md lists them. */
export const defineSettings = <Shape extends z.ZodRawShape>(
  service: ServiceId,
  shape: Shape,
  developmentDefaults: (env: Env) => DevelopmentDefaults = () => ({}),
): ServiceSettings<Shape> => ({ service, shape, developmentDefaults });

function parse<Shape extends z.ZodRawShape>(shape: Shape, env: Env): z.output<z.ZodObject<Shape>> {
  const present = definedOnly(env);
  const parsed = z.object(shape).safeParse(present);
  if (parsed.success) return parsed.data;
  throw new ConfigError(`Wrong settings:\n${problemsOf(parsed.error, present).join('\n')}`);
}

/** A line for each problem, which names the variable. */
const problemsOf = ({ issues }: z.ZodError, present: Env): string[] =>
  issues.map(({ path, message }) => {
    const variable = path.join('.');
    return present[variable] === undefined ? `${variable} is not set` : `${variable}: ${message}`;
  });

/**
 * What is wrong with each variable of `env` alone that a service reads, a line for each. Variables that are missing
 * and rules between several are checked by readConfig.
 */
export function findWrongSettings({ shape }: ServiceSettings<z.ZodRawShape>, env: Env): string[] {
  const present = definedOnly(env);
  const { error } = z
    .object({ ...baseShape, ...shape })
    .partial()
    .safeParse(present);
  return error === undefined ? [] : problemsOf(error, present);
}

function addresses(env: Env, offset: number, settings: { kind: 'http' | 'grpc'; scheme: string }) {
  const entries = serviceIds.map((service): [ServiceId, string] => {
    const ports: { http: number; grpc?: number } = catalog[service];
    const local = `127.0.0.1:${String((ports[settings.kind] ?? 0) + offset)}`;
    const variable =
      settings.kind === 'http' ? urlSettingOf(service) : `${service.toUpperCase()}_GRPC`;
    const address = env[variable];
    return [service, address ?? settings.scheme + local];
  });
  return Object.fromEntries(entries) as Record<ServiceId, string>;
}

/** Where the other services are, and with what certificates they are reached. */
function peersOf(
  env: Env,
  settings: BaseSettings,
): Pick<BaseConfig, 'urls' | 'grpcAddresses' | 'innerTls'> {
  const tls = innerTlsOf(settings);
  const offset = settings.PORT_OFFSET;
  const scheme = tls === undefined ? 'http://' : 'https://';
  const urls = addresses(env, offset, { kind: 'http', scheme });
  const grpc = addresses(env, offset, { kind: 'grpc', scheme: '' });
  if (tls === undefined) return { urls, grpcAddresses: grpc, innerTls: undefined };
  const targets = serviceIds.map((service) => [service, { address: grpc[service], tls }] as const);
  const grpcAddresses = Object.fromEntries(targets) as BaseConfig['grpcAddresses'];
  return { urls: asHttps(urls), grpcAddresses, innerTls: tls };
}

/** A client of certificates must not send its requests in the clear because of an address of before. */
const asHttps = (urls: BaseConfig['urls']): BaseConfig['urls'] =>
  Object.fromEntries(
    Object.entries(urls).map(([service, url]) => [service, url.replace(/^http:/, 'https:')]),
  ) as BaseConfig['urls'];

function portsOf(service: ServiceId, settings: BaseSettings) {
  const own: { http: number; grpc?: number } = catalog[service];
  const offset = settings.PORT_OFFSET;
  return {
    http: settings.HTTP_PORT ?? own.http + offset,
    grpc: settings.GRPC_PORT ?? (own.grpc ?? 0) + offset,
    ops: settings.OPS_PORT ?? opsPortOf(service, settings.ROLE) + offset,
  };
}

/** What may fill in the settings that `env` lacks. */
function defaultsFor(
  { service, shape, developmentDefaults }: ServiceSettings<z.ZodRawShape>,
  env: Env,
): DevelopmentDefaults {
  const defaults = { ...developmentIdentity(service), ...developmentDefaults(env) };
  refuseUnfit({ ...baseShape, ...shape }, env, defaults);
  if (env['NODE_ENV'] === 'production') return {};
  return acceptsDevelopmentSecrets(env)
    ? defaults
    : withoutSecrets({ ...baseShape, ...shape }, defaults);
}

/**
 * Reads the settings of a service from `env`: the common ones and its own. Development defaults apply outside
 * production and are refused in it, as are short and repeated secrets, and engines without TLS or credentials; where
 * the gateway's address is not a loopback one, the secrets are held to the same outside production.
 * @throws ConfigError naming every variable that is missing or wrong.
 */
export function readConfig<Shape extends z.ZodRawShape>(
  declared: ServiceSettings<Shape>,
  env: Env,
): BaseConfig & Readonly<z.output<z.ZodObject<Shape>>> {
  const { service, shape, engines } = declared;
  const production = env['NODE_ENV'] === 'production';
  const exposed = !acceptsDevelopmentSecrets(env);
  const filled = { ...defaultsFor(declared, env), ...definedOnly(env) };
  const settings = parse(baseShape, filled);
  const own = parse(shape, filled);
  refuse(innerTlsProblems(settings, production));
  if (production) refuse(unprotectedEngines(settings, engines));
  const gatewayPort = catalog.gateway.http + settings.PORT_OFFSET;
  const baseConfig: BaseConfig = {
    service,
    role: settings.ROLE,
    production,
    exposed,
    serviceIdentity: serviceIdentityOf(service, settings, exposed),
    ...engineAccessOf(settings),
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${String(gatewayPort)}`).replace(
      /\/$/,
      '',
    ),
    logLevel: settings.LOG_LEVEL,
    namespace: settings.NAMESPACE,
    kafkaReplicationFactor: settings.KAFKA_REPLICATION_FACTOR,
    kafkaPartitions: partitionsOf(settings),
    kafkaSessionTimeoutMs: settings.KAFKA_SESSION_TIMEOUT_MS,
    shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
    shutdownDrainMs: settings.SHUTDOWN_DRAIN_MS,
    joinGraceMs: settings.JOIN_GRACE_MS,
    listenHost: settings.LISTEN_HOST,
    proofTerms: proofTermsOf(settings, production),
    tracing: tracingSettingsOf(settings),
    ports: portsOf(service, settings),
    ...peersOf(env, settings),
  };
  return { ...own, ...baseConfig };
}

const definedOnly = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );

function refuseUnfit(shape: z.ZodRawShape, env: Env, defaults: DevelopmentDefaults): void {
  const lines = placeholdersIn(shape, env);
  if (!acceptsDevelopmentSecrets(env)) {
    const production = env['NODE_ENV'] === 'production';
    lines.push(...unfitSecrets(shape, env, { defaults, production }));
  }
  refuse(lines);
}

function refuse(lines: readonly string[]): void {
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
}
