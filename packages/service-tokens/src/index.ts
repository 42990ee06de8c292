export {
  commonHttpCallers,
  httpCallers,
  requireHttpCaller,
  requireRpcCaller,
  rpcCallers,
} from './callers.ts';
export {
  developmentKeyPair,
  newKeyPair,
  parsePrivateKey,
  parsePublicKeys,
  publicKeysText,
  publicKeyText,
} from './service-keys.ts';
export type { PublicKeys, ServiceKeyPair } from './service-keys.ts';
export {
  CLOCK_TOLERANCE_S,
  openServiceTokens,
  openTokensOfSettings,
  SERVICE_TOKEN_HEADER,
} from './service-tokens.ts';
export type { ServiceIdentity, ServiceTokens } from './service-tokens.ts';
