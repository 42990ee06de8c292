import { z } from 'zod';
import { type Passkey } from '../domain/passkey.ts';

const BASE64URL = /^[\w-]*$/;
const encoded = (maxLength: number) =>
  z.string().min(1).max(maxLength).regex(BASE64URL, 'Must be base64url');

/** Of 1,023 bytes, the longest that WebAuthn permits. */
const credentialId = encoded(1_364);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.looseObject({}).optional(),
};

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.create`. */
export const registrationCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded(8_192),
      attestationObject: encoded(16_384),
      transports: z.array(z.string().max(32)).max(8).optional(),
    }),
  })
  .meta({
    id: 'RegistrationCredential',
    description: 'A new credential, as `PublicKeyCredential.toJSON()` gives it',
  })
  .transform(({ authenticatorAttachment: _, clientExtensionResults = {}, response, ...rest }) => {
    const { transports = [], ...signed } = response;
    return { ...rest, clientExtensionResults, response: { ...signed, transports } };
  });

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.get`. */
export const assertionCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded(8_192),
      authenticatorData: encoded(8_192),
      signature: encoded(8_192),
      userHandle: encoded(128),
    }),
  })
  .meta({
    id: 'AssertionCredential',
    description: 'The proof of a credential, as `PublicKeyCredential.toJSON()` gives it',
  })
  .transform(({ authenticatorAttachment: _, clientExtensionResults = {}, ...rest }) => ({
    ...rest,
    clientExtensionResults,
  }));

/** The token of a challenge for a passkey. */
export const passkeyTokenField = z
  .string()
  .regex(/^trp_[\w-]{43}$/, 'Must be the token of a challenge');

/** A challenge for an authenticator, with the token to send with its answer. */
export const passkeyOptionsResponse = z
  .object({
    challenge_token: z.string(),
    /** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. */
    options: z.looseObject({ challenge: z.string() }),
  })
  .meta({ id: 'PasskeyChallenge', description: 'A challenge for an authenticator' });

export const passkeyResponse = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** Whether it may be copied to the owner’s other devices. */
    is_synced: z.boolean(),
    /** When its signature counter went back, so that a copy may exist: remove it. */
    copy_suspected_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey', description: 'A passkey of a login' });

export const passkeyView = (passkey: Passkey): z.output<typeof passkeyResponse> => ({
  id: passkey.id,
  name: passkey.name,
  is_synced: passkey.isSynced,
  copy_suspected_at: passkey.copySuspectedAt?.toISOString() ?? null,
  created_at: passkey.createdAt.toISOString(),
  last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
});
