import { z } from 'zod';

/**
 * An id in a request. UUIDs are case-insensitive (RFC 9562) and stored in lower case; only signed ids keep
 * their original characters.
 */
export const uuidInput = z.uuid().toLowerCase();
