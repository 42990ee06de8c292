import { z } from 'zod';
import { developmentKeyPair } from '@tributary/service-tokens';
import { serviceIds } from '@tributary/catalog';

type Values = Readonly<Record<string, string | undefined>>;

/** Marks a setting as a secret that the operator makes. */
export const ownSecret = { secret: 'own' } as const;
/** Marks a setting as a secret whose length others decide: a provider’s key, a password. */
export const issuedSecret = { secret: 'issued' } as const;

const MIN_LENGTH = 32;

/** The secrets of development, of all services, because production refuses each of them in every setting. */
export const developmentSecrets = {
  ADMIN_PASSWORD: 'admin-password-1',
  EMAIL_PEPPER: 'dev-email-pepper',
  IDENTITY_KEY_ENCRYPTION_KEY: 'dev-key-encryption-key-not-for-production',
  INVOICE_LINK_SECRET: 'dev-invoice-link-secret',
  NOTIFICATION_LINK_KEY: Buffer.from('tributary-development-links-key!').toString('base64'),
  POSTBACK_SECRET_CUSTOM: 'dev-secret-custom',
  POSTBACK_SECRET_DIRECT: 'dev-secret-direct',
  POSTBACK_SECRET_SOURCE_A: 'dev-secret-source-a',
  POSTBACK_SECRET_SOURCE_B: 'dev-secret-source-b',
  POSTBACK_SECRET_SOURCE_C: 'dev-secret-source-c',
  POSTBACK_SECRET_SOURCE_D: 'dev-secret-source-d',
  POSTBACK_SECRET_SOURCE_E: 'dev-secret-source-e',
  REPORT_LINK_SECRET: 'dev-report-link-secret',
  SMS_API_KEY: 'sandbox-sms-key',
  TRACKING_SECRETS_KEY: 'dev-tracking-secrets-key',
  VAPID_PRIVATE_KEY: 'MkhQHguhZ8JaxaiJh4JGI5fXd5YJ16pMEAfJR7u3XnI',
  VISITOR_COOKIE_KEY: 'dev-visitor-cookie-key',
  WEBHOOK_SECRETS_KEY: Buffer.from('tributary-development-secret-key').toString('base64'),
} as const;

interface Secret {
  readonly variable: string;
  readonly value: string;
  readonly isOwn: boolean;
}

const kindOf = (schema: unknown): unknown => z.globalRegistry.get(schema as z.ZodType)?.['secret'];

function secretsOf(shape: z.ZodRawShape, env: Values): Secret[] {
  return Object.entries(shape).flatMap(([variable, schema]) => {
    const kind = kindOf(schema);
    const value = env[variable];
    if (kind === undefined || value === undefined || value === '') return [];
    return [{ variable, value, isOwn: kind === ownSecret.secret }];
  });
}

const knownSecrets = (defaults: Values): ReadonlySet<string | undefined> =>
  new Set([
    ...Object.values(defaults),
    ...Object.values(developmentSecrets),
    ...serviceIds.map((service) => developmentKeyPair(service).privateKey),
  ]);

/** A setting may list several secrets, separated by commas. */
const entriesOf = (value: string): string[] => [
  value,
  ...value.split(',').map((entry) => entry.trim()),
];

/** The value of settings in the examples of deploy/. */
export const PLACEHOLDER = 'replace-me';

/** One line for each setting that an operator has left at its placeholder. */
export const placeholdersIn = (shape: z.ZodRawShape, env: Values): string[] =>
  Object.keys(shape)
    .filter((variable) => env[variable]?.includes(PLACEHOLDER) === true)
    .map((variable) => `${variable}: the placeholder ${PLACEHOLDER} has not been replaced`);

/** The defaults of settings that are no secrets. */
export const withoutSecrets = (
  shape: z.ZodRawShape,
  defaults: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(defaults).filter(([variable]) => kindOf(shape[variable]) === undefined),
  );

interface Circumstances {
  readonly defaults: Values;
  readonly production: boolean;
}

/**
 * What makes the settings in `env` unfit for production, or for a gateway that other machines reach: a development
 * default, a short secret, or a secret that another setting has too. One line for each setting, without its value.
 * Outside production the defaults of settings that are no secrets are accepted.
 */
export function unfitSecrets(
  shape: z.ZodRawShape,
  env: Values,
  { defaults, production }: Circumstances,
): readonly string[] {
  const where = production ? 'in production' : 'where the gateway listens beyond loopback';
  const isDefault = (variable: string) =>
    defaults[variable] !== undefined &&
    env[variable] === defaults[variable] &&
    (production || kindOf(shape[variable]) !== undefined);
  const known = knownSecrets(defaults);
  const secrets = secretsOf(shape, env);
  const wrong = secrets.flatMap(({ variable, value, isOwn }, index) => {
    if (isDefault(variable)) return [];
    if (entriesOf(value).some((entry) => known.has(entry))) {
      return [`${variable}: a development default is not accepted ${where}`];
    }
    if (isOwn && value.split(',').some((entry) => entry.trim().length < MIN_LENGTH)) {
      return [`${variable}: must have at least ${String(MIN_LENGTH)} characters ${where}`];
    }
    const same = secrets.slice(0, index).find((other) => other.value === value);
    return same === undefined ? [] : [`${variable}: must differ from ${same.variable}`];
  });
  const unchanged = Object.keys(defaults)
    .filter(isDefault)
    .map((variable) => `${variable}: the development default is not accepted ${where}`);
  return [...unchanged, ...wrong];
}
