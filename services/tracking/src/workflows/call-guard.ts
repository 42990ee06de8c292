import { type ConversionSource, postbackSources } from '@tributary/contracts';
import { invalid, isAppError, rateLimited, unauthenticated, unavailable } from '@tributary/errors';
import {
  addressKey,
  type RateLimiter,
  type RateLimitState,
  rateLimitStateOf,
} from '@tributary/service';
import { LRUCache } from 'lru-cache';
import { type GivenSignature, type SignedTexts } from '../domain/signed-text.ts';
import { type HeldSecrets } from './brand-secrets.ts';
import { type Verdict, verdictOn } from '../clients/cipher.ts';

type Postback = (typeof postbackSources)[number];
/** Whose key of the platform counts: the networks have their own, all else is keyed like direct calls. */
export type KeySource = 'direct' | Postback;
export type PlatformSecrets = Readonly<Record<KeySource, string | undefined>>;

const isPostback = (source: ConversionSource): source is Postback =>
  (postbackSources as readonly string[]).includes(source);

/** The platform's key for orders that came in by `source`. */
export const keySourceOf = (source: ConversionSource): KeySource =>
  isPostback(source) ? source : 'direct';

export interface TrackingCall {
  readonly ip: string;
  readonly given: GivenSignature;
  readonly texts: SignedTexts;
  /** The brand that the call concerns; undefined where what it names does not exist. */
  readonly brandId: string | undefined;
  /** The sources that may have signed; more than one only where the order is not known. */
  readonly sources: readonly KeySource[];
}

/** Lets tracking calls in: signature, then the counter that the call belongs to. */
export interface CallGuard {
  /**
   * Whether the caller's address has used up its calls. Such a call is refused at once without a
   * signature; with one it may still be a brand's own. @throws rate_limited
   */
  isSpent(call: Pick<TrackingCall, 'ip' | 'given'>, counted: Counted): boolean;
  /**
   * Checks and counts a call. One that is signed with the brand's own secret counts for the brand,
   * every other one, refused ones too, for its address.
   * @throws rate_limited, unauthenticated, invalid, unavailable
   */
  admit(call: TrackingCall, counted: Counted): Promise<void>;
  /**
   * Counts a call for its address that was refused before its signature could be looked at; nothing
   * where it is counted already. @throws rate_limited
   */
  countRefused(ip: string, counted: Counted): Promise<void>;
}

/** Where the guard leaves how the counter stands, so that errors carry the RateLimit headers too. */
export interface Counted {
  /** Whether the call stands in a counter, or its address has none left. */
  isCounted: boolean;
  state: RateLimitState | undefined;
}

interface GuardParts {
  readonly production: boolean;
  readonly platform: PlatformSecrets;
  readonly held: HeldSecrets;
  readonly perAddress: RateLimiter;
  readonly perBrand: RateLimiter;
}

interface Finding {
  readonly verdict: Verdict;
  /** The brand holds secrets of its own, and this is the verdict by them. */
  readonly isHeld: boolean;
}

const isSettled = (verdict: Verdict): boolean => verdict === 'valid' || verdict === 'none';

/**
 * By the brand's own secrets where it holds some, else by the platform's. Before a signature is called
 * wrong the brand's secrets are looked up again: another instance may have just made one.
 */
async function judgeForBrand(
  { held, platform }: GuardParts,
  call: TrackingCall,
  brandId: string,
): Promise<Finding> {
  const { given, texts, sources } = call;
  const known = await held.ofBrand(brandId);
  const keys = known.length > 0 ? known : sources.flatMap((source) => platform[source] ?? []);
  const verdict = verdictOn(given, texts, keys);
  if (isSettled(verdict)) return { verdict, isHeld: known.length > 0 };
  const again = await held.ofBrand(brandId, { doubt: true });
  if (again.length === 0) return { verdict, isHeld: false };
  return { verdict: verdictOn(given, texts, again), isHeld: true };
}

/** Where nothing is known that the call names, any secret says at least that somebody of ours asks. */
async function judgeForNobody(
  { held, platform }: GuardParts,
  { given, texts, sources }: TrackingCall,
): Promise<Finding> {
  const keys = sources.flatMap((source) => platform[source] ?? []);
  const verdict = verdictOn(given, texts, keys);
  if (isSettled(verdict)) return { verdict, isHeld: false };
  return { verdict: verdictOn(given, texts, await held.newest()), isHeld: false };
}

const ambiguous = () =>
  invalid('ambiguous_signed_text', {
    message:
      'An id that ends in a dot and digits needs an amount with a decimal point, or a signature ' +
      'over the two-decimal form: otherwise the signed text can be read in two ways',
  });

/** @throws what the finding means for the caller; returns where the call may go on */
function refuseUnlessFit(parts: GuardParts, call: TrackingCall, finding: Finding): void {
  const { production, platform } = parts;
  const { verdict, isHeld } = finding;
  if (verdict === 'valid') return;
  if (verdict === 'ambiguous') throw ambiguous();
  const isConfigured = call.sources.some((source) => platform[source] !== undefined);
  if (!isHeld && production && !isConfigured) {
    throw unavailable('source_not_configured', { message: 'This source is not configured' });
  }
  if (verdict === 'none') {
    // For trying things out; a brand that holds a secret has said that it means it.
    if (!isHeld && !production) return;
    throw unauthenticated('missing_signature', { message: 'The call is not signed' });
  }
  throw unauthenticated('invalid_signature', { message: 'The signature is not right' });
}

const MAX_SPENT_ADDRESSES = 50_000;

async function count(limiter: RateLimiter, key: string, counted: Counted): Promise<void> {
  counted.isCounted = true;
  try {
    counted.state = await limiter.consume(key);
  } catch (error) {
    counted.state = isAppError(error) ? rateLimitStateOf(error) : undefined;
    throw error;
  }
}

interface Spent {
  readonly limit: number;
  /** By the monotonic clock. */
  readonly until: number;
}

export function createCallGuard(parts: GuardParts): CallGuard {
  const { perAddress, perBrand } = parts;
  const spent = new LRUCache<string, Spent>({ max: MAX_SPENT_ADDRESSES });

  const countAddress = async (ip: string, counted: Counted): Promise<void> => {
    const key = addressKey(ip);
    try {
      await count(perAddress, key, counted);
    } catch (error) {
      const { state } = counted;
      if (state !== undefined) {
        const until = performance.now() + state.resetSeconds * 1_000;
        spent.set(key, { limit: state.limit, until });
      }
      throw error;
    }
  };

  const isSpent: CallGuard['isSpent'] = ({ ip, given }, counted) => {
    const known = spent.get(addressKey(ip));
    const leftMs = (known?.until ?? 0) - performance.now();
    if (known === undefined || leftMs <= 0) return false;
    if (given.kind !== 'none') return true;
    const resetSeconds = Math.ceil(leftMs / 1_000);
    counted.isCounted = true;
    counted.state = { limit: known.limit, remaining: 0, resetSeconds };
    throw rateLimited('rate_limit_exceeded', { retryAfterSeconds: resetSeconds });
  };

  return {
    isSpent,
    countRefused: async (ip, counted) => {
      if (counted.isCounted) return;
      // Known here already, it costs Redis nothing.
      isSpent({ ip, given: { kind: 'none' } }, counted);
      await countAddress(ip, counted);
    },
    admit: async (call, counted) => {
      const { brandId, ip } = call;
      if (brandId === undefined) {
        // Counted before the search through many secrets.
        await countAddress(ip, counted);
        refuseUnlessFit(parts, call, await judgeForNobody(parts, call));
        return;
      }
      const finding = await judgeForBrand(parts, call, brandId);
      const isBrandsOwn = finding.isHeld && finding.verdict === 'valid';
      if (isBrandsOwn) await count(perBrand, brandId, counted);
      else await countAddress(ip, counted);
      refuseUnlessFit(parts, call, finding);
    },
  };
}
