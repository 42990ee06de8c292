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
