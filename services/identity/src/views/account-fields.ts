import { z } from 'zod';
import { passwordFaults } from '../domain/password.ts';
import { normaliseEmail } from '../domain/email-address.ts';
import { type Profile } from '../domain/user.ts';

/** Written as ranges, because patterns of the API document are also read by languages without `\p{Cc}`. */
// eslint-disable-next-line no-control-regex -- these are what it refuses
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** A trimmed line of text. */
export const line = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(NO_CONTROL_CHARACTERS, 'Must not contain control characters');

export const emailField = z
  .string()
  .max(254)
  .meta({ format: 'email' })
  .transform(normaliseEmail)
  .pipe(z.email('Must be an e-mail address'));

/** A new password. */
export const newPasswordField = z
  .string()
  .min(10, passwordFaults.short)
  .max(200, passwordFaults.long);

/** The token of a mailed link. */
export const linkTokenField = z.string().regex(/^tra_[\w-]{43}$/, 'Must be the token of a link');

/** An existing password, which is compared and not validated. */
export const currentPasswordField = z.string().min(1).max(1_000);

export const profileFields = {
  name: line(1, 200),
  company: line(1, 200).nullable(),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Must be a country’s two-letter code (ISO 3166-1)')
    .transform((code) => code.toUpperCase())
    .nullable(),
  phone: z
    .string()
    .regex(/^\+?[\d ()./-]{4,32}$/, 'Must be a telephone number')
    .nullable(),
  website: z
    .url({ protocol: /^https?$/, hostname: z.regexes.hostname })
    .max(2_048)
    .nullable(),
  marketing_channels: z.array(line(1, 50)).max(30),
};

interface ProfileBody {
  readonly company?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly website?: string | null | undefined;
  readonly marketing_channels?: readonly string[] | undefined;
}

/** A whole profile; fields left out are null. */
export const profileOf = (body: ProfileBody & { readonly name: string }): Profile => ({
  name: body.name,
  company: body.company ?? null,
  country: body.country ?? null,
  phone: body.phone ?? null,
  website: body.website ?? null,
  marketingChannels: body.marketing_channels ?? [],
});

/** The given part of a profile. */
export function profileChangesOf(
  body: ProfileBody & { readonly name?: string | undefined },
): Partial<Profile> {
  const { name, company, country, phone, website, marketing_channels: marketingChannels } = body;
  const entries = Object.entries({ name, company, country, phone, website, marketingChannels });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
