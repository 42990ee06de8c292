export { applyRights } from './apply-rights.ts';
export type { AdminAccess, PasswordOf } from './apply-rights.ts';
export { SHARD_KEYS_FILE } from '../sharding/shard-keys.ts';
export { readEngineRights, RIGHTS_FILES, userOf } from './engine-rights.ts';
export type { EngineRights } from './engine-rights.ts';
