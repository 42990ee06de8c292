export { engineConfig, repositoryRoot, systemDirectory } from './config.ts';
export type { EngineChoice, EngineConfig } from './config.ts';
export { declaredSettingsOf } from './declared-settings.ts';
export { EngineError, messageOf, SettingsError } from './errors.ts';
export type { EngineName } from './errors.ts';
export { exitOnSignals } from './exit-on-signals.ts';
export { openEngines } from './open-engines.ts';
export type { Engines, OpenEnginesOptions } from './open-engines.ts';
export type { EnginePorts } from './native/open-native.ts';
export { launchSystem, startSystem } from './system.ts';
export { findPortOffset, reservePortOffset } from './system-ports.ts';
export type { ReservedOffset } from './system-ports.ts';
export type { System, SystemOptions } from './system.ts';
export { serviceProcesses } from './system-processes.ts';
export type { ProcessId, ServiceProcess, ServiceProcessId } from './system-processes.ts';
export { openServiceKeys } from './service-keys.ts';
export type { ServiceKeys } from './service-keys.ts';
export { openSecuredEngines } from './secured-engines.ts';
export type { SecuredEngines } from './secured-engines.ts';
export { makeCertificates, makeSecurity, randomPassword } from './native/security.ts';
export type { EngineUser } from './native/security.ts';
export {
  commandEnvironment,
  forgetSystem,
  exitUnlessReachable,
  noteSystem,
} from './running-system.ts';
export type { SystemPart } from './running-system.ts';
export { stopEarlierRun } from './run-directory.ts';
export { findChromium, findPhp } from './install/debian-programs.ts';
export { removeData } from './remove-data.ts';
export { applyShardKeys } from './sharding/apply-shard-keys.ts';
export type { Router } from './sharding/apply-shard-keys.ts';
export { readShardKeys } from './sharding/shard-keys.ts';
export type { ShardedCollection } from './sharding/shard-keys.ts';
export { openShardedMongo } from './native/sharded-mongo.ts';
export type { ShardedMongo } from './native/sharded-mongo.ts';
export { isExposed } from './secrets/system-secrets.ts';
export { fillExampleFiles } from './secrets/fill-files.ts';
