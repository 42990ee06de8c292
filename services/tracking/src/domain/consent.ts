import { type ConsentRecord, type ConsentSignal, consentSignals } from '@tributary/contracts';
import { allowsMeasurement, decodeTcfString } from './tcf-string.ts';

/** The parameters that state consent. */
export type ConsentParam = ConsentSignal | 'gdpr';

export type Decision = ConsentRecord['decision'];

/** What a call states about consent; `decision` is undefined where no signal could be read. */
export interface StatedConsent extends Omit<ConsentRecord, 'decision'> {
  readonly decision: Decision | undefined;
}

/** A signal that states nothing, such as one that the page has not set. */
const NOTHING = 'nothing';
type Reading = Decision | typeof NOTHING | undefined;

const PLAIN = new Map<string, Decision>([
  ['granted', 'granted'],
  ['denied', 'denied'],
]);

/** `G1`, then whether ad_storage and analytics_storage are granted; `-` where the page set no consent. */
const GCS = /^G1([01-])[01-]$/;
const BY_DIGIT: Readonly<Record<string, Reading>> = { 0: 'denied', 1: 'granted', '-': NOTHING };

/** Digits around a letter for each kind of consent; the first is that of ad_storage. */
const GCD = /^1\d([lmnpqrtuv])(?:\d[lmnpqrtuv]){1,9}\d?$/;

/** The letters of gcd: default, then update. */
function ofLetter(letter: string | undefined): Reading {
  if (letter === undefined) return undefined;
  if (letter === 'l') return NOTHING;
  // Granted by default (t), by the update (n, r) or by both (v); all others are denied.
  return 'ntrv'.includes(letter) ? 'granted' : 'denied';
}

function readTcf(text: string, vendorId: number | undefined): Reading {
  const decoded = decodeTcfString(text);
  if (decoded === undefined) return undefined;
  return allowsMeasurement(decoded, vendorId) ? 'granted' : 'denied';
}

type Values = (param: ConsentParam) => readonly string[];

/** The readings of a signal's values; undefined among them for a value that cannot be read. */
function readingsOf(signal: ConsentSignal, values: Values, vendorId: number | undefined) {
  const given = values(signal);
  switch (signal) {
    case 'consent':
      return given.map((text): Reading => PLAIN.get(text.toLowerCase()));
    case 'gcs':
      return given.map((text): Reading => BY_DIGIT[GCS.exec(text)?.[1] ?? '']);
    case 'gcd':
      return given.map((text) => ofLetter(GCD.exec(text)?.[1]));
    case 'gdpr_consent':
      return readingsOfTcf(given, values('gdpr'), vendorId);
  }
}

/** The GDPR applies unless `gdpr` is 0; a statement that it applies is incomplete without a string. */
function readingsOfTcf(
  strings: readonly string[],
  applies: readonly string[],
  vendorId: number | undefined,
): Reading[] {
  const filled = strings.filter((text) => text !== '');
  const isWrong = applies.some((text) => text !== '0' && text !== '1');
  const isIncomplete = applies.includes('1') && filled.length === 0;
  const wrong: Reading[] = isWrong || isIncomplete ? [undefined] : [];
  if (applies.includes('0') && !applies.includes('1')) return [...wrong, NOTHING];
  return [...wrong, ...filled.map((text) => readTcf(text, vendorId))];
}

/**
 * Reads the consent that the parameters of a call state. Of contradicting signals and values the most restrictive
 * counts; what cannot be read counts as absent and is noted.
 * @param values the values of a parameter, in any number
 * @param vendorId this platform's id in the Global Vendor List
 */
export function readConsent(values: Values, vendorId: number | undefined): StatedConsent {
  const by: ConsentSignal[] = [];
  const malformed: ConsentSignal[] = [];
  const decisions = new Set<Reading>();
  for (const signal of consentSignals) {
    const readings = readingsOf(signal, values, vendorId);
    if (readings.includes(undefined)) malformed.push(signal);
    const stated = readings.filter((reading) => reading === 'granted' || reading === 'denied');
    if (stated.length > 0) by.push(signal);
    for (const reading of stated) decisions.add(reading);
  }
  const isGranted = decisions.has('granted') && !decisions.has('denied');
  const tcString = isGranted
    ? values('gdpr_consent').find((text) => readTcf(text, vendorId) === 'granted')
    : undefined;
  return {
    decision: decisions.has('denied') ? 'denied' : isGranted ? 'granted' : undefined,
    by,
    malformed,
    ...(tcString === undefined ? {} : { tcString }),
  };
}

/** A call that states nothing. */
export const NOTHING_STATED: StatedConsent = { decision: undefined, by: [], malformed: [] };

/**
 * The consent that counts, with the campaign's default where none is stated.
 * @returns undefined where there is nothing to note: nothing stated, and no consent required
 */
export function decideConsent(
  stated: StatedConsent,
  { consentDefault = 'granted' }: { readonly consentDefault?: Decision | undefined },
): ConsentRecord | undefined {
  const { decision = consentDefault, ...rest } = stated;
  const isSilent = stated.decision === undefined && stated.malformed.length === 0;
  return isSilent && decision === 'granted' ? undefined : { ...rest, decision };
}

/** Whether nothing may be stored that identifies the person. */
export const isDenied = (consent: ConsentRecord | undefined): boolean =>
  consent?.decision === 'denied';

const CONSENT_PARAM = /[?&](?:consent|gcs|gcd|gdpr|gdpr_consent)=/;

/** Whether a URL may have a parameter that states consent; costs no allocation. */
export const mayStateConsent = (url: string): boolean => CONSENT_PARAM.test(url);
