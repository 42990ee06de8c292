/** A set of players as bits: bit i stands for player i. */
export type Coalition = number;

/** For more players there are too many sets to enumerate. */
const MAX_PLAYERS = 20;

/** The weight of joining a set of `size` others among `players`: size! (players - size - 1)! / players!. */
function joiningWeights(players: number): number[] {
  const weights = [1 / players];
  for (let size = 1; size < players; size += 1) {
    weights.push(((weights[size - 1] ?? 0) * size) / (players - size));
  }
  return weights;
}

const sizeOf = (coalition: Coalition): number => {
  let size = 0;
  for (let rest = coalition; rest !== 0; rest &= rest - 1) size += 1;
  return size;
};

/**
 * The Shapley value of each player: what joining adds to the worth, averaged over all orders of joining.
 * The values sum to the worth of all less that of none.
 * @param worth of a set of players; called once for each of the 2^players sets
 * @throws RangeError for more than 20 players
 */
export function shapleyValues(players: number, worth: (coalition: Coalition) => number): number[] {
  if (players > MAX_PLAYERS) throw new RangeError('Too many players for exact Shapley values.');
  const worths = Array.from({ length: 2 ** players }, (_, coalition) => worth(coalition));
  const weights = joiningWeights(players);
  return Array.from({ length: players }, (_, player) => {
    const own = 1 << player;
    return worths.reduce((sum, without, coalition) => {
      if ((coalition & own) !== 0) return sum;
      const added = (worths[coalition | own] ?? 0) - without;
      return sum + added * (weights[sizeOf(coalition)] ?? 0);
    }, 0);
  });
}
