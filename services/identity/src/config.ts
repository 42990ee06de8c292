import { z } from 'zod';
import {
  ConfigError,
  defineSettings,
  readConfig,
  developmentSecrets,
  issuedSecret,
  ownSecret,
  secretList,
} from '@tributary/service';

/** What OWASP recommends for argon2id with two passes and one thread. */
const OWASP_MEMORY_KIB = 19_456;

const perMinute = (calls: number) => z.coerce.number().int().min(0).default(calls);

const shape = {
  ADMIN_EMAIL: z.email().describe('The e-mail address of the first administrator.'),
  ADMIN_PASSWORD: z
    .string()
    .min(10, 'must have at least 10 characters')
    .max(200)
    .optional()
    .describe(
      'The password of the first administrator. Without it one is made and printed once, when the account is created.',
    )
    .meta(issuedSecret),
  IDENTITY_KEY_ENCRYPTION_KEY: secretList(32)
    .describe(
      'Encrypts the private signing keys and the secrets of second factors in the database. To change it, put the new one before the old one, separated by a comma, until reencrypt-identity has run.',
    )
    .meta(ownSecret),
  ARGON2_MEMORY_KIB: z.coerce
    .number()
    .int()
    .min(64)
    .default(OWASP_MEMORY_KIB)
    .describe(
      'Memory of each hash of a password by argon2id, KiB; at least 19456 in production. Passwords that were hashed with another amount are hashed again at the next sign-in.',
    ),
  SIGNING_KEY_ROTATION_DAYS: z.coerce
    .number()
    .min(0.01)
    .default(30)
    .describe('How many days a key signs access tokens.'),
  WEBAUTHN_RP_ID: z
    .string()
    .regex(/^[a-z0-9.-]+$/, 'must be a host name')
    .optional()
    .describe(
      'The domain to which passkeys are bound; the host of PUBLIC_URL by default. With another one, all passkeys stop working.',
    ),
  WEBAUTHN_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .optional()
    .describe(
      'Origins of the pages that may use passkeys, separated by commas; the origin of PUBLIC_URL by default.',
    ),
  ACCOUNT_DELETION_DAYS: z.coerce
    .number()
    .min(0)
    .default(14)
    .describe('How many days the owner of an account may take its deletion back.'),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The OpenID provider by which people may sign in, as its discovery document names it; off where it is not set. It may have a private address. Production requires https.',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'The client id at the OpenID provider; its redirect URI is PUBLIC_URL/api/auth/oidc/callback.',
    ),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('The client secret at the OpenID provider; none for a public client.')
    .meta(issuedSecret),
  OIDC_NAME: z
    .string()
    .max(100)
    .default('Single sign-on')
    .describe('The name of the OpenID provider for people.'),
  OIDC_SCOPES: z
    .string()
    .default('openid')
    .describe('The scopes to request of the OpenID provider.'),
  OIDC_RETURN_URL: z
    .url()
    .optional()
    .describe(
      'The page that receives the result of the redirect in its fragment (`#oidc_code=` or `#oidc_error=`); PUBLIC_URL by default.',
    ),
  RATE_LIMIT_LOGIN_PER_MINUTE: perMinute(10).describe(
    'Sign-ins per minute for one account from one network; ten times as many failures of one network, and sign-ins for one account from networks unknown to it; 0 switches the limits off.',
  ),
  RATE_LIMIT_TEAM_INVITATIONS_PER_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(50)
    .describe(
      'Invitations to its team that an account may mail in 24 hours; 0 switches the limit off.',
    ),
  RATE_LIMIT_ACCOUNT_EXPORTS_PER_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(5)
    .describe('How often an account may export its data in 24 hours; 0 switches the limit off.'),
  RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP: perMinute(60).describe(
    'Registrations, and as many refreshes, per minute and address; 0 switches the limit off.',
  ),
  RATE_LIMIT_SECOND_FACTOR_PER_HOUR: z.coerce
    .number()
    .int()
    .min(0)
    .default(20)
    .describe(
      'Wrong codes of a second factor per login and hour; 0 switches the limit off, though not that of five per sign-in.',
    ),
  RATE_LIMIT_ACCOUNT_MAILS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(0)
    .default(5)
    .describe(
      'Links per hour that one account has mailed again, and requests for a password reset per hour, address and network; 0 switches the limit off.',
    ),
  AUDIT_HEAD_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .default(300)
    .describe('How often the head of a growing chain of the audit log is published.'),
  AUDIT_ORIGIN_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(400)
    .describe('After how many days the audit log erases addresses and user agents.'),
};

const developmentDefaults = {
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: developmentSecrets.ADMIN_PASSWORD,
  IDENTITY_KEY_ENCRYPTION_KEY: developmentSecrets.IDENTITY_KEY_ENCRYPTION_KEY,
};

export const settings = defineSettings('identity', shape, () => developmentDefaults);

/** @throws ConfigError naming every variable that is missing or wrong */
export function readIdentityConfig(env: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(settings, env);
  if (config.production && config.ARGON2_MEMORY_KIB < OWASP_MEMORY_KIB) {
    throw new ConfigError(
      `ARGON2_MEMORY_KIB: less than ${String(OWASP_MEMORY_KIB)} is not accepted in production`,
    );
  }
  return config;
}

export type Config = ReturnType<typeof readIdentityConfig>;
