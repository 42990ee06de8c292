export type Pdf = PDFKit.PDFDocument;

/** The printable area of a page. */
export interface Page {
  readonly pdf: Pdf;
  readonly left: number;
  readonly width: number;
  readonly bottom: number;
}

export const INK = '#1c2430';

/** Sets the font of the next text. */
export const write = (pdf: Pdf, font: 'regular' | 'bold', size: number, color = INK): Pdf =>
  pdf.font(font).fontSize(size).fillColor(color);
