import { LRUCache } from 'lru-cache';
import { type SecretStore } from '../store/secret-store.ts';
import { type Seal } from '../clients/cipher.ts';

/** A brand's secrets are looked up again after this, ms: when another instance made or removed one. */
const FRESH_MS = 2_000;
/** After a signature that fits none they are looked up again sooner, but not more often than this, ms. */
const DOUBT_MS = 100;
const MAX_BRANDS = 10_000;
const NEWEST = 200;

/** The tracking secrets that brands hold themselves, opened. */
export interface HeldSecrets {
  /** `doubt`: what was known did not fit, so look again if it is not brand-new. */
  ofBrand(brandId: string, options?: { doubt: boolean }): Promise<readonly string[]>;
  /** The newest of all brands', for calls that name nothing a brand could be told by. */
  newest(): Promise<readonly string[]>;
  /** A brand has changed its secrets here. */
  forget(brandId: string): void;
}

export function openHeldSecrets(secrets: SecretStore, seal: Seal): HeldSecrets {
  const kept = new LRUCache<string, { secrets: readonly string[]; at: number }>({
    max: MAX_BRANDS,
  });
  const asking = new Map<string, Promise<readonly string[]>>();

  const ask = async (brandId: string): Promise<readonly string[]> => {
    const rows = await secrets.listOfBrand(brandId);
    const opened = rows.map(({ _id, sealed }) => seal.open(sealed, `${brandId} ${_id}`));
    kept.set(brandId, { secrets: opened, at: performance.now() });
    return opened;
  };
  /** Calls that find nothing fresh at one time ask once. */
  const askOnce = (brandId: string): Promise<readonly string[]> => {
    const underWay = asking.get(brandId) ?? ask(brandId).finally(() => asking.delete(brandId));
    asking.set(brandId, underWay);
    return underWay;
  };

  return {
    ofBrand: async (brandId, { doubt } = { doubt: false }) => {
      const known = kept.get(brandId);
      const maxAgeMs = doubt ? DOUBT_MS : FRESH_MS;
      if (known !== undefined && performance.now() - known.at < maxAgeMs) return known.secrets;
      // A doubt wants what is stored now, not what a question of before finds.
      return doubt ? ask(brandId) : askOnce(brandId);
    },
    newest: async () => {
      const rows = await secrets.listNewest(NEWEST);
      return rows.map(({ _id, brandId, sealed }) => seal.open(sealed, `${brandId} ${_id}`));
    },
    forget: (brandId) => {
      kept.delete(brandId);
      asking.delete(brandId);
    },
  };
}
