import { z } from 'zod';
import { readConfig } from '@tributary/service';

const perMinute = (calls: number) => z.coerce.number().int().min(0).default(calls);

const shape = {
  ADMIN_EMAIL: z.email(),
  ADMIN_PASSWORD: z.string().min(10, 'must have at least 10 characters').max(200),
  /**
   * Encrypts the private signing keys in the database. To change the secret, put the new one before
   * the old one, separated by a comma, until the keys have been rotated.
   */
  IDENTITY_KEY_ENCRYPTION_KEY: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(32, 'must have at least 32 characters')).min(1)),
  /** Time for which a key signs, days. */
  SIGNING_KEY_ROTATION_DAYS: z.coerce.number().min(0.01).default(30),
  /** Sign-ins per minute, per IP address and per account; 0 disables the limit. */
  RATE_LIMIT_LOGIN_PER_MINUTE: perMinute(10),
  /** Registrations, and as many refreshes, per minute and IP address; 0 disables the limit. */
  RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP: perMinute(60),
};

const developmentDefaults = {
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'admin-password-1',
  IDENTITY_KEY_ENCRYPTION_KEY: 'dev-key-encryption-key-not-for-production',
};

/** @throws ConfigError naming every variable that is missing or wrong */
export const readIdentityConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig('identity', env, shape, developmentDefaults);

export type Config = ReturnType<typeof readIdentityConfig>;
