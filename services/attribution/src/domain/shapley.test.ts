import fc from 'fast-check';
import { shapleyValues } from './shapley.ts';

/** The worth of every set of up to five players, the empty one worth nothing. */
const games = fc.integer({ min: 1, max: 5 }).chain((players) =>
  fc.record({
    players: fc.constant(players),
    worths: fc
      .array(fc.integer({ min: -1_000, max: 1_000 }), {
        minLength: 2 ** players,
        maxLength: 2 ** players,
      })
      .map((worths) => [0, ...worths.slice(1)]),
  }),
);
const valuesOf = (players: number, worths: readonly number[]) =>
  shapleyValues(players, (coalition) => worths[coalition]!);

describe('Shapley’s axioms', () => {
  it('efficiency: the values sum to the worth of all', () => {
    fc.assert(
      fc.property(games, ({ players, worths }) => {
        const sum = valuesOf(players, worths).reduce((total, value) => total + value, 0);
        expect(sum).toBeCloseTo(worths.at(-1)!, 8);
      }),
    );
  });

  it('null player: a player who adds nothing to any set gets 0', () => {
    fc.assert(
      fc.property(games, ({ players, worths }) => {
        const mask = 2 ** players - 1;
        const values = shapleyValues(players + 1, (coalition) => worths[coalition & mask]!);
        expect(values.at(-1)).toBeCloseTo(0, 10);
        valuesOf(players, worths).forEach((value, player) => {
          expect(values[player]).toBeCloseTo(value, 8);
        });
      }),
    );
  });

  it('symmetry: players who add the same to every set get the same', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.array(fc.nat(100), { minLength: 9 }),
        (n, bySize) => {
          const sizeOf = (coalition: number): number =>
            coalition.toString(2).replaceAll('0', '').length;
          const values = shapleyValues(n, (coalition) => bySize[sizeOf(coalition)]!);
          for (const value of values) expect(value).toBeCloseTo(values[0]!, 8);
        },
      ),
    );
  });

  it('additivity: the values of a sum of games are the sums of their values', () => {
    fc.assert(
      fc.property(games, fc.integer({ min: -5, max: 5 }), ({ players, worths }, factor) => {
        const other = worths.map((worth, coalition) =>
          coalition === 0 ? 0 : worth * factor + coalition,
        );
        const sums = valuesOf(
          players,
          worths.map((worth, coalition) => worth + other[coalition]!),
        );
        const parts = [valuesOf(players, worths), valuesOf(players, other)];
        sums.forEach((value, player) => {
          expect(value).toBeCloseTo(parts[0]![player]! + parts[1]![player]!, 6);
        });
      }),
    );
  });

  it('refuses more than 20 players', () => {
    expect(() => shapleyValues(21, () => 0)).toThrow(RangeError);
  });
});
