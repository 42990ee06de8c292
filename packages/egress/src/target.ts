import { isAddress, isPublicAddress } from './public-address.ts';

export interface TargetPolicy {
  /** Development only: http, any port, private addresses and names are fine. */
  readonly allowPrivate: boolean;
  /**
   * Development only: exactly these origins, such as the sandbox receiver
   * (`http://127.0.0.1:4900`).
   */
  readonly trustedOrigins?: readonly string[];
}

/** Whether the operator trusts the origin of `url`. */
export const isTrusted = (url: URL, { trustedOrigins = [] }: TargetPolicy): boolean =>
  trustedOrigins.includes(url.origin);

const MAX_URL_CHARACTERS = 2_048;
/** A URL states its scheme with both slashes; a browser would guess them. */
const WRITTEN_OUT = /^https?:\/\/[^/\\]/i;
const PUBLIC_PORTS = new Set(['', '443', '8443']);

/** Names that are never public, or that clouds and clusters resolve internally. */
const INNER_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'svc',
  'cluster',
  'arpa',
];

/** Why a webhook may not be sent to `text`; undefined where its text shows no reason. */
export function targetIssue(text: string, policy: TargetPolicy): string | undefined {
  if (text.length > MAX_URL_CHARACTERS) {
    return `Must be at most ${String(MAX_URL_CHARACTERS)} characters`;
  }
  const url = WRITTEN_OUT.test(text) ? URL.parse(text) : null;
  if (url === null) return 'Must be an absolute https URL';
  if (url.username !== '' || url.password !== '') return 'Must not hold credentials';
  if (policy.allowPrivate || isTrusted(url, policy)) return undefined;
  if (url.protocol !== 'https:') return 'Must be an https URL';
  if (!PUBLIC_PORTS.has(url.port)) return 'Must use port 443 or 8443';
  return hostIssue(hostOf(url));
}

/**
 * The host as the connection will see it: the URL parser has folded odd notations (2130706433,
 * 0x7f.1, full-width digits) to the plain one by now. Without brackets and without a last dot.
 */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function hostIssue(host: string): string | undefined {
  if (isAddress(host)) {
    return isPublicAddress(host) ? undefined : 'Must not be a private or reserved address';
  }
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  const isName = labels.length > 1 && labels.every((label) => label !== '') && !/^\d+$/.test(last);
  return isName && !INNER_SUFFIXES.includes(last) ? undefined : 'Must be a public domain name';
}
