import { z } from 'zod';
import {
  developmentKeyPair,
  parsePrivateKey,
  parsePublicKeys,
  publicKeysText,
  type PublicKeys,
  publicKeyText,
  type ServiceIdentity,
} from '@tributary/service-tokens';
import { type ServiceId, serviceIds } from '@tributary/catalog';
import { ConfigError } from './config-error.ts';
import { ownSecret } from './secrets.ts';

/** The settings by which services recognise each other. */
export const serviceIdentityShape = {
  SERVICE_PRIVATE_KEY: z
    .string()
    .refine((text) => parsePrivateKey(text) !== undefined, 'must be 32 bytes in base64url')
    .describe(
      'The private Ed25519 key with which this service signs its calls to others; its secret alone. `npm run tool -- service-keys` makes one.',
    )
    .meta(ownSecret),
  SERVICE_PUBLIC_KEYS: z
    .string()
    .refine(
      (text) => parsePublicKeys(text) !== undefined,
      'must list service:key, with at most two keys of a service',
    )
    .describe(
      'The public keys of all services as service:key, separated by commas; a service has two while its key changes.',
    ),
  SERVICE_TOKENS: z
    .enum(['required', 'optional'])
    .default('required')
    .describe(
      '`optional` serves calls without a token, for the one update from a version that sends none.',
    ),
} as const;

type IdentitySettings = z.output<z.ZodObject<typeof serviceIdentityShape>>;

const DEVELOPMENT_PUBLIC_KEYS = publicKeysText(developmentKeyPair);

/** The keys of a service in development, which everybody can compute. */
export const developmentIdentity = (service: ServiceId) => ({
  SERVICE_PRIVATE_KEY: developmentKeyPair(service).privateKey,
  SERVICE_PUBLIC_KEYS: DEVELOPMENT_PUBLIC_KEYS,
});

const textsOf = (keys: PublicKeys): string[] =>
  [...keys.values()].flat().map((key) => publicKeyText(key));

/** A development key among the public ones would let anybody sign calls. */
function refuseDevelopmentKeys(keys: PublicKeys): void {
  const known = new Set(serviceIds.map((service) => developmentKeyPair(service).publicKey));
  if (textsOf(keys).some((text) => known.has(text))) {
    throw new ConfigError(
      'SERVICE_PUBLIC_KEYS: a development key is not accepted in production or beyond loopback',
    );
  }
}

/** @throws ConfigError where the private key is none of this service's, or a key is a development key while other machines reach the gateway */
export function serviceIdentityOf(
  service: ServiceId,
  settings: IdentitySettings,
  exposed: boolean,
): ServiceIdentity {
  const privateKey = parsePrivateKey(settings.SERVICE_PRIVATE_KEY);
  const publicKeys = parsePublicKeys(settings.SERVICE_PUBLIC_KEYS);
  if (privateKey === undefined || publicKeys === undefined) throw new Error('Unchecked settings');
  if (exposed) refuseDevelopmentKeys(publicKeys);
  const own = publicKeyText(privateKey);
  if (publicKeys.get(service)?.some((key) => publicKeyText(key) === own) !== true) {
    throw new ConfigError(`SERVICE_PRIVATE_KEY: SERVICE_PUBLIC_KEYS has no such key of ${service}`);
  }
  return { service, privateKey, publicKeys, required: settings.SERVICE_TOKENS === 'required' };
}
