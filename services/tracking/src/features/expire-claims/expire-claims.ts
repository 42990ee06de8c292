import { type Deps } from '../../deps.ts';
import { decideExpiry } from '../../domain/claim.ts';
import { answerClaims, saveClaims } from '../../workflows/answer-claims.ts';

const CHUNK_SIZE = 100;
/** Bounds one run; the next run continues. */
const MAX_CHUNKS = 100;

/** Ends some claims that their brands have not decided in time. @returns how many were due */
const expireChunk = ({ clock, transaction }: Pick<Deps, 'clock' | 'transaction'>) =>
  transaction(async ({ claims, conversions, outbox }) => {
    const now = clock.now();
    const due = await claims.listExpired(now, CHUNK_SIZE);
    for (const { orderId, brandId } of due) {
      const known = await conversions.listByOrder(orderId, { brandId });
      await answerClaims({ claims, outbox }, known, now);
    }
    const left = due.length === 0 ? [] : await claims.listExpired(now, CHUNK_SIZE);
    const outcomes = left.flatMap((claim) => decideExpiry(claim, now) ?? []);
    await saveClaims({ claims, outbox }, outcomes);
    return due.length;
  });

/** Ends all claims that are due; a known order answers its claim instead. */
export async function expireClaims(deps: Pick<Deps, 'clock' | 'transaction'>): Promise<void> {
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    if ((await expireChunk(deps)) < CHUNK_SIZE) return;
  }
}
