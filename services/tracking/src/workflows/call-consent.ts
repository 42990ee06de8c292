import { z } from 'zod';
import { type ConsentParam, readConsent, type StatedConsent } from '../domain/consent.ts';

// Any value is accepted: what cannot be read counts as absent, and refuses no call.
const signal = (description: string, example: string) =>
  z.unknown().optional().meta({ type: 'string', description, example });

/** The fields by which a call states the person's consent. */
export const consentFields = {
  consent: signal(
    '`granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals ' +
      'the most restrictive counts, and what cannot be read counts as absent',
    'granted',
  ),
  gcs: signal(
    'Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts',
    'G111',
  ),
  gcd: signal('Google consent mode in its longer form; ad_storage counts', '13r3r3r3r5'),
  gdpr: signal('IAB TCF: `1` where the GDPR applies, else `0`', '1'),
  gdpr_consent: signal(
    'IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count',
    'COvFyGBOvFyGBAbAAAENAPCAAOAAAAAAAAAAAEEUACCKAAA',
  ),
};

type ConsentFields = Readonly<Partial<Record<ConsentParam, unknown>>>;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function valuesOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}

/** The consent that the fields of a call state. */
export const consentOfCall = (call: ConsentFields, vendorId: number | undefined): StatedConsent =>
  readConsent((param) => valuesOf(call[param]), vendorId);
