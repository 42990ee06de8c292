import { createHmac, hash, randomBytes } from 'node:crypto';
import { addressKey } from '@tributary/service';

/** A new tracking secret: 256 random bits. */
export const newTrackingSecret = (): string => `trk_${randomBytes(32).toString('base64url')}`;

/** The keyed hash of an e-mail address: equal for equal addresses, useless without the pepper. */
export const hashEmail = (address: string, pepper: string): string =>
  createHmac('sha256', pepper).update(address.trim().toLowerCase()).digest('hex');

/** Identifies a visitor without a cookie by address and user agent, for keys that live two days. */
export const anonymousVisitorId = (ip: string, userAgent: string, pepper: string): string =>
  hash('sha256', `${pepper}\n${ip}\n${userAgent}`, 'base64url').slice(0, 22);

/** Identifies an address (of IPv6 its /64) within a day; different each day, so that nobody is followed by it. */
export const hashAddress = (ip: string, day: string, pepper: string): string =>
  hash('sha256', `${pepper}\n${day}\n${addressKey(ip)}`, 'base64url').slice(0, 22);

/** The length of a pseudonym of 66 bits, for counting, and of one of 132 bits, for recognising. */
const [SHORT, LONG] = [11, 22];

const keyed = (kind: string, text: string, pepper: string, length: number): string =>
  hash('sha256', `${pepper}\n${kind}\n${text}`, 'base64url').slice(0, length);

const UINT32_SPAN = 2 ** 32;

/**
 * A visitor's place in a campaign's draw, from 0 to below 1: the same at each visit, another one in each campaign, and
 * nobody without the key can choose it.
 */
export const drawVisitor = (visitorId: string, campaignId: string, pepper: string): number =>
  hash('sha256', `${pepper}\nholdout\n${campaignId}\n${visitorId}`, 'buffer').readUInt32BE(0) /
  UINT32_SPAN;

/** Stands for a visitor in counts of visitors, on all days. */
export const countedVisitor = (visitorId: string, pepper: string): string =>
  keyed('visitor', visitorId, pepper, SHORT);

/** Stands for an internet line (`linePrefixOf`) in counts of addresses, on all days. */
export const countedLine = (line: string, pepper: string): string =>
  keyed('line', line, pepper, SHORT);

/**
 * Recognises a device by address and user agent. Null without a user agent: all scripts behind one address would be
 * one device.
 */
export const fingerprintOf = (ip: string, userAgent: string, pepper: string): string | null =>
  userAgent.trim() === '' ? null : keyed('device', JSON.stringify([ip, userAgent]), pepper, LONG);
