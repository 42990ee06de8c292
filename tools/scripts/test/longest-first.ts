interface Suite {
  readonly path: string;
}

/** Jest would begin with the largest file; the longest one, begun last, would leave the other workers idle. */
const LONGEST_FIRST = [
  'stories/events',
  'stories/deletion',
  'stories/access',
  'stories/console',
  'edge-system',
];

/** Looks at what all others leave. */
const LAST = 'stories/after-all';

const placeOf = ({ path }: Suite): number => {
  const isNamed = (name: string): boolean => path.endsWith(`/e2e/src/${name}.test.ts`);
  if (isNamed(LAST)) return Infinity;
  const place = LONGEST_FIRST.findIndex(isNamed);
  return place < 0 ? LONGEST_FIRST.length : place;
};

/** The order of the suites that use a whole system. */
class LongestFirst {
  sort<Each extends Suite>(suites: readonly Each[]): Each[] {
    return [...suites].sort((one, other) => placeOf(one) - placeOf(other));
  }

  cacheResults(): void {
    // Jest requires the method; this order needs no results.
  }
}

export default LongestFirst;
