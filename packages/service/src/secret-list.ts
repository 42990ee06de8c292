import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** The new secret and, while it replaces another, the old one. */
const MAX_SECRETS = 2;
const KEY_BYTES = 32;

/** Secrets of one setting: the first signs and encrypts, every one of them verifies and decrypts. */
export type SecretList = readonly [string, ...string[]];

const splitByComma = (text: string): string[] => text.split(',').map((entry) => entry.trim());

const listOf = (entry: z.ZodString | z.ZodBase64) =>
  z
    .string()
    .transform(splitByComma)
    .pipe(z.tuple([entry], entry))
    .refine((entries) => entries.length <= MAX_SECRETS, 'must list the new secret and one old one');

/** A setting with one secret, or with a new one and the old one, separated by a comma. */
export const secretList = (minLength: number) =>
  listOf(z.string().min(minLength, `must have at least ${String(minLength)} characters`));

/** As `secretList`, of keys of 32 bytes in base64. */
export const keyList = () =>
  listOf(z.base64()).refine(
    (entries) => entries.every((entry) => Buffer.from(entry, 'base64').length === KEY_BYTES),
    'must be 32 bytes in base64',
  );

/** The bytes of a setting that `keyList` has read. */
export const keysOf = ([first, ...others]: SecretList): readonly [Buffer, ...Buffer[]] => [
  Buffer.from(first, 'base64'),
  ...others.map((entry) => Buffer.from(entry, 'base64')),
];

/** Whether one of the secrets has signed; `digestOf` makes the digest of the same length by one secret. */
export const isSignedByAny = <Secret>(
  secrets: readonly Secret[],
  digest: Buffer,
  digestOf: (secret: Secret) => Buffer,
): boolean => secrets.some((secret) => timingSafeEqual(digestOf(secret), digest));
