import qrcode from 'qrcode-generator';

/** The quiet zone around a code that ISO/IEC 18004 requires, in modules. */
const QUIET_ZONE = 4;

export const correctionLevels = { low: 'L', medium: 'M', quartile: 'Q', high: 'H' } as const;
export type CorrectionLevel = keyof typeof correctionLevels;

/** A text as a QR code in SVG, which scales to any size. @param size width and height in pixels */
export function qrCodeSvg(text: string, level: CorrectionLevel, size: number): string {
  const code = qrcode(0, correctionLevels[level]);
  code.addData(text, 'Byte');
  code.make();
  const modules = code.getModuleCount();
  const width = modules + 2 * QUIET_ZONE;
  const squares = Array.from({ length: modules }, (_, row) =>
    Array.from({ length: modules }, (__, column) =>
      code.isDark(row, column)
        ? `M${String(column + QUIET_ZONE)} ${String(row + QUIET_ZONE)}h1v1h-1z`
        : '',
    ).join(''),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(size)}" height="${String(size)}"`,
    ` viewBox="0 0 ${String(width)} ${String(width)}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${String(width)}v${String(width)}H0z"/>`,
    `<path fill="#000" d="${squares.join('')}"/></svg>\n`,
  ].join('');
}
