/*
 * The runner has no time limit. This one fails a test or a hook that hangs, and the rest goes on.
 */
const LIMIT_MS = 60_000;

// A test may put a clock of its own in their place.
const { setTimeout, clearTimeout } = globalThis;

type Work = (...args: unknown[]) => unknown;
type Declare = (name: string, work: Work, limitMs?: number) => void;
type DeclareHook = (work: Work, limitMs?: number) => void;
type Each = (...table: unknown[]) => Declare;

/** The same work, which fails when it takes longer than `limitMs`. */
const limited =
  (work: Work, limitMs = LIMIT_MS): Work =>
  async (...args) => {
    const over = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      over.reject(new Error(`took longer than ${String(limitMs)} ms`));
    }, limitMs);
    try {
      return await Promise.race([work(...args), over.promise]);
    } finally {
      clearTimeout(timer);
    }
  };

const limitedTests = (declare: Declare & { each: Each }): Declare =>
  Object.assign(
    (name: string, work: Work, limitMs?: number): void => {
      declare(name, limited(work, limitMs));
    },
    // What else the runner's own has, such as `only`.
    declare,
    {
      each:
        (...table: unknown[]): Declare =>
        (name, work, limitMs) => {
          declare.each(...table)(name, limited(work, limitMs));
        },
    },
  );

const limitedHook =
  (declare: DeclareHook): DeclareHook =>
  (work, limitMs) => {
    declare(limited(work, limitMs));
  };

const globals = globalThis as unknown as Record<'it' | 'test', Declare & { each: Each }> &
  Record<'beforeAll' | 'beforeEach' | 'afterAll' | 'afterEach', DeclareHook>;

Object.assign(globalThis, {
  it: limitedTests(globals.it),
  test: limitedTests(globals.test),
  beforeAll: limitedHook(globals.beforeAll),
  beforeEach: limitedHook(globals.beforeEach),
  afterAll: limitedHook(globals.afterAll),
  afterEach: limitedHook(globals.afterEach),
});
