/** When a key pair signs; the order of generations is the order of use. */
export interface KeyTerm {
  readonly kid: string;
  readonly generation: number;
  readonly signsFrom: Date;
}

export interface RotationTerms {
  /** How long a key signs. */
  readonly rotateEveryMs: number;
  /** How long a new key is published before it signs, so that everybody knows it by then. */
  readonly publishAheadMs: number;
  /** How long a key is published after its last signature; more than the life of a token. */
  readonly publishAfterMs: number;
}

const newestFirst = (left: KeyTerm, right: KeyTerm): number => right.generation - left.generation;

/** The key that signs at `now`: the newest whose time has come. @throws where there is none */
export function signingKeyAt<Key extends KeyTerm>(keys: readonly Key[], now: Date): Key {
  const ordered = keys.toSorted(newestFirst);
  // The very first key may have been made by a clock ahead of ours.
  const key = ordered.find(({ signsFrom }) => signsFrom <= now) ?? ordered.at(-1);
  if (key === undefined) throw new Error('There is no signing key');
  return key;
}

/** The keys by which tokens may be checked at `now`: future, current, and lately replaced ones. */
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

/** The key to make now, if one is due. Instances that decide at once decide the same generation. */
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
