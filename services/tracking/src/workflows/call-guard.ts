import { keepLastUsed } from '@tributary/work';
import { type ConversionSource, postbackSources } from '@tributary/contracts';
import { invalid, isAppError, rateLimited, unauthenticated, unavailable } from '@tributary/errors';
import {
  addressKey,
  type RateLimiter,
  type RateLimitState,
  rateLimitStateOf,
} from '@tributary/service';
import { type GivenSignature, type SignedTexts } from '../domain/signed-text.ts';
import { type BrandSecrets } from './brand-secrets.ts';
import { type SignatureVerdict, verifySignature } from './verify-signature.ts';

type Postback = (typeof postbackSources)[number];
/** The platform's keys: one for each network, `direct` for all other sources. */
export type KeySource = 'direct' | Postback;
export type PlatformSecrets = Readonly<Record<KeySource, readonly string[] | undefined>>;

const isPostback = (source: ConversionSource): source is Postback =>
  (postbackSources as readonly string[]).includes(source);

/** The platform's key for orders of a source. */
export const keySourceOf = (source: ConversionSource): KeySource =>
  isPostback(source) ? source : 'direct';

export interface TrackingCall {
  readonly ip: string;
  readonly given: GivenSignature;
  readonly texts: SignedTexts;
  /** The texts that a brand's own secret must sign, where they differ from `texts`. */
  readonly brandTexts?: SignedTexts;
  /** The brand that the call concerns; undefined where the call names no existing record. */
  readonly brandId: string | undefined;
  /** The sources whose keys may sign; several only where the order is unknown. */
  readonly sources: readonly KeySource[];
}

/** Authorizes tracking calls: verifies the signature, then consumes the caller's rate limit. */
export interface CallGuard {
  /**
   * Whether the caller's address has reached its rate limit. Such a call is refused at once without a
   * signature; a signed call may still count for its brand. @throws rate_limited
   */
  checkAddressLimit(call: Pick<TrackingCall, 'ip' | 'given'>, usage: RateLimitUsage): boolean;
  /**
   * Verifies and counts a call. A call with the brand's own signature counts for the brand, every other
   * call, refused calls included, for its address.
   * @returns whether the call is signed
   * @throws rate_limited, unauthenticated, invalid, unavailable
   */
  authorize(call: TrackingCall, usage: RateLimitUsage): Promise<boolean>;
  /** Those of these brands with a secret of their own that made the signature. */
  findSigners(
    call: Pick<TrackingCall, 'given' | 'texts' | 'brandTexts'>,
    brandIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /**
   * Counts a call for its address that was refused before its signature was verified, unless it is
   * counted already. @throws rate_limited
   */
  countRefused(ip: string, usage: RateLimitUsage): Promise<void>;
}

/** A call's use of its rate limit. The guard updates it, so that errors carry RateLimit headers too. */
export interface RateLimitUsage {
  /** Whether the call is counted, or its address has no calls left. */
  isCounted: boolean;
  state: RateLimitState | undefined;
}

interface GuardParts {
  /** Unsigned calls are accepted for trying the API only. */
  readonly requiresSignatures: boolean;
  readonly platform: PlatformSecrets;
  readonly brandSecrets: BrandSecrets;
  readonly perAddress: RateLimiter;
  readonly perBrand: RateLimiter;
}

interface Verification {
  readonly verdict: SignatureVerdict;
  /** Whether the brand has secrets of its own, which the verdict is based on. */
  readonly isByBrandSecret: boolean;
}

const isFinal = (verdict: SignatureVerdict): boolean => verdict === 'valid' || verdict === 'none';

const platformKeys = (platform: PlatformSecrets, sources: readonly KeySource[]): string[] =>
  sources.flatMap((source) => platform[source] ?? []);

/**
 * Verifies by the brand's own secrets where it has some, else by the platform's. The brand's secrets are
 * reloaded before a signature is found wrong: another instance may have just created one.
 */
async function verifyForBrand(
  { brandSecrets, platform }: GuardParts,
  call: TrackingCall,
  brandId: string,
): Promise<Verification> {
  const { given, texts, brandTexts = texts, sources } = call;
  const cached = await brandSecrets.ofBrand(brandId);
  const verdict =
    cached.length > 0
      ? verifySignature(given, brandTexts, cached)
      : verifySignature(given, texts, platformKeys(platform, sources));
  if (isFinal(verdict)) return { verdict, isByBrandSecret: cached.length > 0 };
  const reloaded = await brandSecrets.ofBrand(brandId, { afterMismatch: true });
  if (reloaded.length === 0) return { verdict, isByBrandSecret: false };
  return { verdict: verifySignature(given, brandTexts, reloaded), isByBrandSecret: true };
}

/** Verifies a call that identifies no brand: any secret shows that the caller is a customer. */
async function verifyWithAnySecret(
  { brandSecrets, platform }: GuardParts,
  { given, texts, brandTexts = texts, sources }: TrackingCall,
): Promise<Verification> {
  const verdict = verifySignature(given, texts, platformKeys(platform, sources));
  if (isFinal(verdict)) return { verdict, isByBrandSecret: false };
  const newest = await brandSecrets.newest();
  return { verdict: verifySignature(given, brandTexts, newest), isByBrandSecret: false };
}

/** Those of these brands with a secret of their own that made the signature. */
async function findSigners(
  { brandSecrets }: GuardParts,
  { given, texts, brandTexts = texts }: Pick<TrackingCall, 'given' | 'texts' | 'brandTexts'>,
  brandIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (given.kind !== 'one') return new Set();
  const secrets = await brandSecrets.ofBrands(brandIds);
  const signers = [...secrets].filter(
    ([, own]) => verifySignature(given, brandTexts, own) === 'valid',
  );
  return new Set(signers.map(([brandId]) => brandId));
}

const ambiguous = () =>
  invalid('ambiguous_signed_text', {
    message:
      'An id that ends in a dot and digits needs an amount with a decimal point, or a signature ' +
      'over the two-decimal form: otherwise the signed text can be read in two ways',
  });

/** @returns whether the accepted call is signed @throws the error that the verification means for the caller */
function requireAccepted(parts: GuardParts, call: TrackingCall, verified: Verification): boolean {
  const { requiresSignatures, platform } = parts;
  const { verdict, isByBrandSecret } = verified;
  if (verdict === 'valid') return true;
  if (verdict === 'ambiguous') throw ambiguous();
  const isConfigured = call.sources.some((source) => platform[source] !== undefined);
  if (!isByBrandSecret && requiresSignatures && !isConfigured) {
    throw unavailable('source_not_configured', { message: 'This source is not configured' });
  }
  if (verdict === 'none') {
    // A brand with a secret of its own requires signatures.
    if (!isByBrandSecret && !requiresSignatures) return false;
    throw unauthenticated('missing_signature', {
      message:
        'The call is not signed: X-Service-Signature is missing, or signature in the query of a postback',
    });
  }
  throw unauthenticated('invalid_signature', {
    message:
      'The signature is not right: another secret, or not the amounts as they stand in the body',
  });
}

const MAX_LIMITED_ADDRESSES = 50_000;

async function count(limiter: RateLimiter, key: string, usage: RateLimitUsage): Promise<void> {
  usage.isCounted = true;
  try {
    usage.state = await limiter.consume(key);
  } catch (error) {
    usage.state = isAppError(error) ? rateLimitStateOf(error) : undefined;
    throw error;
  }
}

interface LimitedAddress {
  readonly limit: number;
  /** By the monotonic clock. */
  readonly until: number;
}

export function createCallGuard(parts: GuardParts): CallGuard {
  const { perAddress, perBrand } = parts;
  const limitedAddresses = keepLastUsed<LimitedAddress>({ max: MAX_LIMITED_ADDRESSES });

  const countAddress = async (ip: string, usage: RateLimitUsage): Promise<void> => {
    const key = addressKey(ip);
    try {
      await count(perAddress, key, usage);
    } catch (error) {
      const { state } = usage;
      if (state !== undefined) {
        const until = performance.now() + state.resetSeconds * 1_000;
        limitedAddresses.set(key, { limit: state.limit, until });
      }
      throw error;
    }
  };

  const checkAddressLimit: CallGuard['checkAddressLimit'] = ({ ip, given }, usage) => {
    const limited = limitedAddresses.get(addressKey(ip));
    const leftMs = (limited?.until ?? 0) - performance.now();
    if (limited === undefined || leftMs <= 0) return false;
    if (given.kind !== 'none') return true;
    const resetSeconds = Math.ceil(leftMs / 1_000);
    usage.isCounted = true;
    usage.state = { limit: limited.limit, remaining: 0, resetSeconds };
    throw rateLimited('rate_limit_exceeded', { retryAfterSeconds: resetSeconds });
  };

  return {
    checkAddressLimit,
    findSigners: (call, brandIds) => findSigners(parts, call, brandIds),
    countRefused: async (ip, usage) => {
      if (usage.isCounted) return;
      // An address that is known to be limited costs no call to Redis.
      checkAddressLimit({ ip, given: { kind: 'none' } }, usage);
      await countAddress(ip, usage);
    },
    authorize: async (call, usage) => {
      const { brandId, ip } = call;
      if (brandId === undefined) {
        // Counted first, because the check of many secrets is expensive.
        await countAddress(ip, usage);
        return requireAccepted(parts, call, await verifyWithAnySecret(parts, call));
      }
      const verified = await verifyForBrand(parts, call, brandId);
      const isBrandsOwnCall = verified.isByBrandSecret && verified.verdict === 'valid';
      if (isBrandsOwnCall) await count(perBrand, brandId, usage);
      else await countAddress(ip, usage);
      return requireAccepted(parts, call, verified);
    },
  };
}
