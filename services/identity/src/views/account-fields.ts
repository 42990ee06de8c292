import { z } from 'zod';
import { normaliseEmail } from '../domain/email-address.ts';
import { type Profile } from '../domain/user.ts';

const NO_CONTROL_CHARACTERS = /^\P{Cc}*$/u;

/** A line of text as people write it, trimmed. */
const line = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(NO_CONTROL_CHARACTERS, 'Must not contain control characters');

export const emailField = z
  .string()
  .max(254)
  .transform(normaliseEmail)
  .pipe(z.email('Must be an e-mail address'));

/** A password that is being chosen. */
export const newPasswordField = z
  .string()
  .min(10, 'Must have at least 10 characters')
  .max(200, 'Must have at most 200 characters');

/** A password that is being presented; whether it fits is not a question of form. */
export const givenPasswordField = z.string().min(1).max(1_000);

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

interface GivenProfile {
  readonly company?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly website?: string | null | undefined;
  readonly marketing_channels?: readonly string[] | undefined;
}

/** A whole profile; what was not given is empty. */
export const profileOf = (given: GivenProfile & { readonly name: string }): Profile => ({
  name: given.name,
  company: given.company ?? null,
  country: given.country ?? null,
  phone: given.phone ?? null,
  website: given.website ?? null,
  marketingChannels: given.marketing_channels ?? [],
});

/** The part of a profile that was given. */
export function profileChangesOf(
  given: GivenProfile & { readonly name?: string | undefined },
): Partial<Profile> {
  const { name, company, country, phone, website, marketing_channels: marketingChannels } = given;
  const entries = Object.entries({ name, company, country, phone, website, marketingChannels });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
