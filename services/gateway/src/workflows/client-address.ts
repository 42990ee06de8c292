import { type IncomingMessage } from 'node:http';
import { type Socket } from 'node:net';
import { type Networks, parseAddress } from '@tributary/service/edge';

/** The client's address of a request, in its canonical form. */
export type ClientAddress = (req: IncomingMessage) => string;

/** More entries than a real chain of proxies has. */
const MAX_HOPS = 32;

/** The other end of a connection. */
interface Peer {
  readonly address: string;
  readonly isTrusted: boolean;
}

/** Removes the port that some proxies write: `1.2.3.4:5678`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1];
  return bracketed ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

/**
 * Reads X-Forwarded-For from its end: each entry was written by the next hop, so an entry is valid only
 * if every later hop is trusted. An unreadable entry ends the search.
 */
function clientOf(peer: string, forwardedFor: string, trusted: Networks): string {
  const entries = forwardedFor.split(',').slice(-MAX_HOPS);
  let client = peer;
  for (const entry of entries.toReversed()) {
    const address = parseAddress(withoutPort(entry.trim()));
    if (address === undefined) return client;
    client = address.toString();
    if (!trusted.contains(address)) return client;
  }
  return client;
}

/** Uses X-Forwarded-For as far as trusted proxies wrote it. */
export function openClientAddress(trusted: Networks): ClientAddress {
  const peers = new WeakMap<Socket, Peer>();

  const peerOf = (socket: Socket): Peer => {
    const known = peers.get(socket);
    if (known !== undefined) return known;
    const address = parseAddress(socket.remoteAddress ?? '');
    const peer = {
      address: address?.toString() ?? '0.0.0.0',
      isTrusted: address !== undefined && trusted.contains(address),
    };
    peers.set(socket, peer);
    return peer;
  };

  return (req) => {
    const peer = peerOf(req.socket);
    const forwardedFor = peer.isTrusted ? req.headers['x-forwarded-for'] : undefined;
    if (forwardedFor === undefined) return peer.address;
    const text = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
    return clientOf(peer.address, text, trusted);
  };
}
