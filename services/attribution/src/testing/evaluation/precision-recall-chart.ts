import { type CurvePoint } from './figures.ts';

export interface Curve {
  readonly name: string;
  readonly color: string;
  readonly points: readonly CurvePoint[];
}

// The legend is to the right of the square.
const [WIDTH, HEIGHT, LEFT, TOP, SIDE] = [780, 560, 70, 40, 440] as const;
const xOf = (recall: number): string => (LEFT + recall * SIDE).toFixed(1);
const yOf = (precision: number): string => (TOP + (1 - precision) * SIDE).toFixed(1);

const axis = Array.from({ length: 6 }, (_, index) => index / 5)
  .map(
    (at) =>
      `<line x1="${xOf(at)}" y1="${yOf(0)}" x2="${xOf(at)}" y2="${yOf(1)}" stroke="#e3e3e3"/>` +
      `<line x1="${xOf(0)}" y1="${yOf(at)}" x2="${xOf(1)}" y2="${yOf(at)}" stroke="#e3e3e3"/>` +
      `<text x="${xOf(at)}" y="${TOP + SIDE + 20}" text-anchor="middle">${at.toFixed(1)}</text>` +
      `<text x="${LEFT - 10}" y="${Number(yOf(at)) + 4}" text-anchor="end">${at.toFixed(1)}</text>`,
  )
  .join('\n');

/** Leaves out points that are too close to be visible. */
function thinned(points: readonly CurvePoint[]): CurvePoint[] {
  let [x, y] = [-1, -1];
  return points.filter(({ recall, precision }, index) => {
    const isSeen = Math.abs(recall - x) >= 0.004 || Math.abs(precision - y) >= 0.004;
    if (isSeen || index === points.length - 1) [x, y] = [recall, precision];
    return isSeen || index === points.length - 1;
  });
}

function lineOf({ name, color, points }: Curve, index: number): string {
  const path = thinned(points)
    .map(({ recall, precision }) => `${xOf(recall)},${yOf(precision)}`)
    .join(' ');
  const at = points.findLast(({ threshold }) => threshold > 0.5);
  const mark =
    at === undefined
      ? ''
      : `<circle cx="${xOf(at.recall)}" cy="${yOf(at.precision)}" r="5" fill="${color}"/>`;
  const y = TOP + 20 + index * 22;
  const legend =
    `<line x1="${LEFT + SIDE + 20}" y1="${y}" x2="${LEFT + SIDE + 45}" y2="${y}" stroke="${color}" stroke-width="3"/>` +
    `<text x="${LEFT + SIDE + 52}" y="${y + 4}">${name}</text>`;
  return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${mark}${legend}`;
}

/** Precision over recall as SVG; a dot marks the threshold of 0.5. */
export const precisionRecallSvg = (curves: readonly Curve[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="DejaVu Sans, sans-serif" font-size="12">
<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>
<text x="${LEFT}" y="24" font-size="15">Fraud score: precision over recall (dot: threshold 0.5)</text>
${axis}
<rect x="${LEFT}" y="${TOP}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#555"/>
<text x="${LEFT + SIDE / 2}" y="${TOP + SIDE + 44}" text-anchor="middle">recall</text>
<text x="20" y="${TOP + SIDE / 2}" text-anchor="middle" transform="rotate(-90 20 ${TOP + SIDE / 2})">precision</text>
${curves.map(lineOf).join('\n')}
</svg>
`;
