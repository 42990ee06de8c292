import { keepLastUsed } from '@tributary/work';
import { type Cipher } from '../clients/cipher.ts';
import { type TrackingSecretDocument } from '../store/collections.ts';
import { type SecretStore } from '../store/secret-store.ts';

/** Maximum age of cached secrets, ms: another instance may have created or deleted one. */
const MAX_AGE_MS = 2_000;
/** Maximum age after a signature that matched none of them, ms; also bounds the rate of reloads. */
const MAX_AGE_AFTER_MISMATCH_MS = 100;
const MAX_BRANDS = 10_000;
const NEWEST = 200;

/** The brands' own tracking secrets, decrypted. */
export interface BrandSecrets {
  /** `afterMismatch`: the cached secrets did not match, so they are reloaded unless just loaded. */
  ofBrand(brandId: string, options?: { afterMismatch: boolean }): Promise<readonly string[]>;
  /** The current secrets of those of these brands that have some; read each time. */
  ofBrands(brandIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The newest secrets of all brands, for calls that identify no brand. */
  newest(): Promise<readonly string[]>;
  /** Drops the cached secrets of a brand that has changed them on this instance. */
  forget(brandId: string): void;
}

export function openBrandSecrets(secrets: SecretStore, cipher: Cipher): BrandSecrets {
  const cache = keepLastUsed<{ secrets: readonly string[]; at: number }>({
    max: MAX_BRANDS,
  });
  const loading = new Map<string, Promise<readonly string[]>>();

  const decrypt = ({ _id, brandId, sealed }: TrackingSecretDocument): string =>
    cipher.decrypt(sealed, `${brandId} ${_id}`);

  const load = async (brandId: string): Promise<readonly string[]> => {
    const loaded = (await secrets.listOfBrand(brandId)).map(decrypt);
    cache.set(brandId, { secrets: loaded, at: performance.now() });
    return loaded;
  };
  /** Concurrent calls share one load. */
  const loadShared = (brandId: string): Promise<readonly string[]> => {
    const pending = loading.get(brandId) ?? load(brandId).finally(() => loading.delete(brandId));
    loading.set(brandId, pending);
    return pending;
  };

  return {
    ofBrand: async (brandId, { afterMismatch } = { afterMismatch: false }) => {
      const cached = cache.get(brandId);
      const maxAgeMs = afterMismatch ? MAX_AGE_AFTER_MISMATCH_MS : MAX_AGE_MS;
      if (cached !== undefined && performance.now() - cached.at < maxAgeMs) return cached.secrets;
      // After a mismatch an earlier load is not good enough: it may predate the new secret.
      return afterMismatch ? load(brandId) : loadShared(brandId);
    },
    ofBrands: async (brandIds) => {
      const byBrand = Map.groupBy(await secrets.listOfBrands(brandIds), ({ brandId }) => brandId);
      return new Map([...byBrand].map(([brandId, rows]) => [brandId, rows.map(decrypt)]));
    },
    newest: async () => (await secrets.listNewest(NEWEST)).map(decrypt),
    forget: (brandId) => {
      cache.delete(brandId);
      loading.delete(brandId);
    },
  };
}
