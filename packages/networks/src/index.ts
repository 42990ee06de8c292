export { createNetworkLookup, rangeOf } from './network-ranges.ts';
export type { Network } from './network-ranges.ts';
export { findHostingRangesFile, openNetworks } from './networks.ts';
