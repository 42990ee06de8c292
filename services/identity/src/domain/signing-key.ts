/** When a key pair begins to sign; key pairs sign in the order of their generations. */
export interface KeyTerm {
  readonly kid: string;
  readonly generation: number;
  readonly signsFrom: Date;
}

export interface RotationTerms {
  /** Time for which a key signs. */
  readonly rotateEveryMs: number;
  /** Time for which a new key is published before it signs, so that every verifier has loaded it. */
  readonly publishAheadMs: number;
  /** Time for which a key is published after its last signature; longer than a token's lifetime. */
  readonly publishAfterMs: number;
}

const newestFirst = (left: KeyTerm, right: KeyTerm): number => right.generation - left.generation;

/** The key that signs at `now`: the newest key that has begun to sign. @throws where there is no key */
export function signingKeyAt<Key extends KeyTerm>(keys: readonly Key[], now: Date): Key {
  const ordered = keys.toSorted(newestFirst);
  // The first key of all may have been created by a clock ahead of this one.
  const key = ordered.find(({ signsFrom }) => signsFrom <= now) ?? ordered.at(-1);
  if (key === undefined) throw new Error('There is no signing key');
  return key;
}

/** The keys that verify tokens at `now`: the future, the current, and recently replaced keys. */
export function publishedKeysAt<Key extends KeyTerm>(
  keys: readonly Key[],
  now: Date,
  terms: Pick<RotationTerms, 'publishAfterMs'>,
): Key[] {
  const ordered = keys.toSorted(newestFirst);
  return ordered.filter((_key, index) => {
    const successor = ordered[index - 1];
    if (successor === undefined) return true;
    return successor.signsFrom.getTime() + terms.publishAfterMs > now.getTime();
  });
}

/** The key to create now, if one is due. Instances that decide at once choose the same generation. */
export function decideNextKey(
  keys: readonly KeyTerm[],
  now: Date,
  terms: RotationTerms,
): Omit<KeyTerm, 'kid'> | undefined {
  const newest = keys.toSorted(newestFirst)[0];
  if (newest === undefined) return { generation: 1, signsFrom: now };
  const endsAt = newest.signsFrom.getTime() + terms.rotateEveryMs;
  if (now.getTime() < endsAt - terms.publishAheadMs) return undefined;
  const signsFrom = new Date(Math.max(endsAt, now.getTime() + terms.publishAheadMs));
  return { generation: newest.generation + 1, signsFrom };
}
