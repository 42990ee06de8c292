/** x and y in the units of the picture. */
export type Point = readonly [number, number];

const text = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The line through points, as the path of an SVG. */
export const linePath = (points: readonly Point[]): string =>
  points.length === 0 ? '' : `M${points.map(text).join('L')}`;

/** The area between the line and the bottom. */
export function areaPath(points: readonly Point[], height: number): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  return `${linePath(points)}L${text([last[0], height])}L${text([first[0], height])}Z`;
}

/** The first round number (1, 2 or 5 times a power of ten) that is no less than the largest value; at least 1. */
export function tickOf(largest: number): number {
  if (largest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const round = [1, 2, 5, 10].find((factor) => factor * power >= largest) ?? 10;
  return round * power;
}
