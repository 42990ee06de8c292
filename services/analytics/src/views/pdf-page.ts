export type Pdf = PDFKit.PDFDocument;

/** Where on a page there may be something. */
export interface Page {
  readonly pdf: Pdf;
  readonly left: number;
  readonly width: number;
  readonly bottom: number;
}

export const INK = '#1c2430';

/** Sets the font of what is written next. */
export const write = (pdf: Pdf, font: 'regular' | 'bold', size: number, color = INK): Pdf =>
  pdf.font(font).fontSize(size).fillColor(color);
