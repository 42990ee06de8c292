export { isAddress, isPublicAddress } from './public-address.ts';
export { BlockedAddressError, openResolver } from './resolver.ts';
export type { Resolver } from './resolver.ts';
export { hostOf, isTrusted, targetIssue } from './target.ts';
export type { TargetPolicy } from './target.ts';
