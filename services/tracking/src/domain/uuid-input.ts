import { z } from 'zod';

/**
 * An id that a caller gives. A UUID is the same in capitals (RFC 9562) and stored in small letters; only
 * where its characters are signed does it stay as written.
 */
export const givenId = z.uuid().toLowerCase();
