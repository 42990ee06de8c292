import { type IncomingMessage } from 'node:http';
import { type Socket } from 'node:net';
import { type Networks, parseAddress } from '../domain/networks.ts';

/** Finds the address of the client that a request comes from, in its simplest form. */
export type ClientAddress = (req: IncomingMessage) => string;

/** More entries than any honest chain of proxies has. */
const MAX_HOPS = 32;

interface Peer {
  readonly address: string;
  readonly trusted: boolean;
}

/** `1.2.3.4:5678` and `[2001:db8::1]:443`, as some proxies write them, without the port. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1];
  return bracketed ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

/**
 * Walks X-Forwarded-For from its end: each entry was written by the hop after it, so an entry counts
 * as long as every hop behind it is one of ours. What cannot be read ends the walk.
 */
function walk(peer: string, forwardedFor: string, trusted: Networks): string {
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

/** Believes X-Forwarded-For as far as `trusted` hops vouch for it. */
export function openClientAddress(trusted: Networks): ClientAddress {
  const peers = new WeakMap<Socket, Peer>();

  const peerOf = (socket: Socket): Peer => {
    const known = peers.get(socket);
    if (known !== undefined) return known;
    const address = parseAddress(socket.remoteAddress ?? '');
    const peer = {
      address: address?.toString() ?? '0.0.0.0',
      trusted: address !== undefined && trusted.contains(address),
    };
    peers.set(socket, peer);
    return peer;
  };

  return (req) => {
    const peer = peerOf(req.socket);
    const forwardedFor = peer.trusted ? req.headers['x-forwarded-for'] : undefined;
    if (forwardedFor === undefined) return peer.address;
    const text = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
    return walk(peer.address, text, trusted);
  };
}
