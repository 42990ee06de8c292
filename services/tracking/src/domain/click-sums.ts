import { type ClickCount, type ClickRow, type ClickTraits } from '@tributary/contracts';
import { MINUTE_MS } from '@tributary/units';
import { traitsOf } from './click.ts';
import { isDenied } from './consent.ts';

type Kind = 'unique' | 'duplicate' | 'invalid';
interface Kinds extends Record<Kind, number> {
  /** Absent where there are none. */
  withoutConsent?: number;
}

/** What a click that can earn proves about its visit. */
export interface VisitProof {
  /** Whether it opened a page; null where the browser did not state it. */
  readonly navigated: boolean | null;
  /** Whether the address belongs to a listed network. */
  readonly isListed: boolean;
  /** Pseudonyms of visitor and address; null where the address is not public. */
  readonly visitor: string | null;
  readonly address: string | null;
}

/** A click to count. */
export interface CountableClick {
  readonly click: ClickRow;
  readonly occurredAt: Date;
  /** Undefined for a click that cannot earn. */
  readonly proof: VisitProof | undefined;
}

interface Sum extends Kinds {
  readonly click: ClickRow;
  readonly minuteMs: number;
  readonly traits: Map<string, Kinds & { readonly of: ClickTraits }>;
  described: number;
  navigations: number;
  listed: number;
  readonly visitors: Set<string>;
  readonly addresses: Set<string>;
}

const kindOf = ({ validity }: ClickRow): Kind => {
  if (validity === 'valid') return 'unique';
  return validity === 'duplicate' ? 'duplicate' : 'invalid';
};

const newSum = (click: ClickRow, minuteMs: number): Sum => ({
  click,
  minuteMs,
  unique: 0,
  duplicate: 0,
  invalid: 0,
  traits: new Map(),
  described: 0,
  navigations: 0,
  listed: 0,
  visitors: new Set(),
  addresses: new Set(),
});

function addKind(sum: Kinds, kind: Kind, { consent }: ClickRow): void {
  sum[kind] += 1;
  if (isDenied(consent)) sum.withoutConsent = (sum.withoutConsent ?? 0) + 1;
}

/** The same text for the same traits only. */
const traitsKeyOf = ({ utm, country, device, browser }: ClickRow): string =>
  JSON.stringify([
    country,
    device,
    browser,
    utm.source,
    utm.medium,
    utm.campaign,
    utm.term,
    utm.content,
  ]);

function addTraits({ traits }: Sum, click: ClickRow, kind: Kind): void {
  const key = traitsKeyOf(click);
  let known = traits.get(key);
  if (known === undefined) {
    known = { of: traitsOf(click), unique: 0, duplicate: 0, invalid: 0 };
    traits.set(key, known);
  }
  addKind(known, kind, click);
}

function addProof(sum: Sum, { navigated, isListed, visitor, address }: VisitProof): void {
  if (navigated !== null) sum.described += 1;
  if (navigated === true) sum.navigations += 1;
  if (isListed) sum.listed += 1;
  if (visitor !== null) sum.visitors.add(visitor);
  if (address !== null) sum.addresses.add(address);
}

function countOf(sum: Sum): ClickCount {
  const { linkId, campaignId, brandId, affiliateId } = sum.click;
  const { unique, duplicate, invalid, withoutConsent, described, navigations, listed } = sum;
  return {
    linkId,
    campaignId,
    brandId,
    affiliateId,
    minute: new Date(sum.minuteMs).toISOString(),
    unique,
    duplicate,
    invalid,
    ...(withoutConsent === undefined ? {} : { withoutConsent }),
    traits: Array.from(sum.traits.values(), ({ of, ...kinds }) => ({ ...of, ...kinds })),
    evidence: {
      described,
      navigations,
      listed,
      visitors: [...sum.visitors],
      addresses: [...sum.addresses],
    },
  };
}

/** Sums clicks by link and UTC minute. */
export function sumClicks(clicks: readonly CountableClick[]): ClickCount[] {
  const sums = new Map<string, Sum>();
  for (const { click, occurredAt, proof } of clicks) {
    const minuteMs = Math.floor(occurredAt.getTime() / MINUTE_MS) * MINUTE_MS;
    const key = `${click.linkId}${String(minuteMs)}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = newSum(click, minuteMs);
      sums.set(key, sum);
    }
    const kind = kindOf(click);
    addKind(sum, kind, click);
    addTraits(sum, click, kind);
    if (proof !== undefined) addProof(sum, proof);
  }
  return Array.from(sums.values(), countOf);
}

/** More bytes than a click adds to a count besides its UTM parameters and browser. */
const FIXED_BYTES = 700;
/** JSON writes no character with more bytes. */
const BYTES_PER_CHARACTER = 6;

const lengthOf = (text: string | null): number => text?.length ?? 0;

/** At least the bytes that a click adds to its count as JSON. */
function bytesOf({ utm, browser }: ClickRow): number {
  const { source, medium, campaign, term, content } = utm;
  const texts = [browser, source, medium, campaign, term, content];
  return texts.reduce((sum, text) => sum + BYTES_PER_CHARACTER * lengthOf(text), FIXED_BYTES);
}

/** Divides clicks, so that the counts of each part fit into an event of at most so many bytes. */
export function* inPartsOf(
  maxBytes: number,
  clicks: readonly CountableClick[],
): Generator<readonly CountableClick[]> {
  let part: CountableClick[] = [];
  let bytes = 0;
  for (const one of clicks) {
    const added = bytesOf(one.click);
    if (part.length > 0 && bytes + added > maxBytes) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(one);
    bytes += added;
  }
  if (part.length > 0) yield part;
}
