export { defaultKeys } from './keys.ts';
export type { Keys } from './keys.ts';
export { openSandbox } from './sandbox.ts';
export type { Sandbox, SandboxOptions } from './sandbox.ts';
export type { Settings } from './settings.ts';
export { OPENID_CLIENT, openOpenIdProvider } from './openid/openid-provider.ts';
export type { OpenIdFault } from './openid/openid-provider.ts';
