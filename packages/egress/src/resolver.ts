import { promises as dns } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import { type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** A name leads to an address that is not public. Nothing was sent. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  constructor() {
    super('The host leads to an address that is not public');
  }
}

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface Resolver {
  /**
   * All addresses of a name. @throws BlockedAddressError when any of them is not public; other
   * errors as DNS gives them
   */
  resolve(name: string): Promise<readonly Address[]>;
  /** The same for a connection, which then goes to exactly these addresses. */
  readonly lookup: LookupFunction;
}

export interface ResolverOptions {
  /** Development only: uses the system resolver (and its hosts file) and checks nothing. */
  readonly allowPrivate: boolean;
  /** Names that the operator trusts; the system resolves them. */
  readonly trustedHosts?: readonly string[];
  /** DNS servers as `address:port`; the system's where empty. */
  readonly servers: readonly string[];
}

/**
 * Queries DNS directly instead of the system resolver: a name that hangs blocks none of the few
 * threads that the system's look-ups share, and the hosts file and search domains do not apply.
 */
export function openResolver(options: ResolverOptions): Resolver {
  const { allowPrivate, servers, trustedHosts = [] } = options;
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);

  const resolve = async (name: string): Promise<readonly Address[]> => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses: Address[] = [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({
        address,
        family: 4 as const,
      })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({
        address,
        family: 6 as const,
      })),
    ];
    if (addresses.length === 0) throw v4.status === 'rejected' ? v4.reason : noAddress(name);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      throw new BlockedAddressError();
    return addresses;
  };

  const guarded: LookupFunction = (name, options, done) => {
    if (trustedHosts.includes(name)) {
      systemLookup(name, options, done);
      return;
    }
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true || first === undefined) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: unknown) => {
        done(error as Error, '', 0);
      },
    );
  };
  return { resolve, lookup: allowPrivate ? systemLookup : guarded };
}

const noAddress = (name: string): Error =>
  Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' });
