import { setImmediate } from 'node:timers/promises';
import { type Fonts } from '@tributary/service';
import { type InvoiceLine, type InvoiceParty } from '../domain/invoice.ts';
import { dayText, type InvoiceDocument } from './invoice-document.ts';

const MARGIN = 50;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - 80;
const INK = '#1c2430';
const GREY = '#667085';
const RULE = '#d0d5dd';
const SHADE = '#f2f4f7';

/** The table's columns: left edge, width and alignment. */
const COLUMNS = [
  { title: 'Date', x: 0, width: 62, align: 'left' },
  { title: 'Campaign', x: 68, width: 178, align: 'left' },
  { title: 'Order', x: 252, width: 148, align: 'left' },
  { title: 'Amount', x: 406, width: 89, align: 'right' },
] as const;

type Pdf = PDFKit.PDFDocument;

/** An invoice or a credit note as a PDF, written by the operator for the affiliate (self-billing). */
export async function writePdf(document: InvoiceDocument, fonts: Fonts): Promise<Buffer> {
  // LoadedPayout when the first one is read: it is a third of the program.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf: Pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // No default font: pdfkit would read the registered font file again at each use.
    font: '',
    bufferPages: true,
    info: {
      Title: `${document.title} ${document.number}`,
      Subject: `Payout ${document.reference}`,
      CreationDate: document.issuedAt,
    },
  });
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve).on('error', reject);
  });
  head(pdf, document);
  await table(pdf, document);
  totals(pdf, document);
  footers(pdf, document);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

const write = (pdf: Pdf, font: 'regular' | 'bold', size: number, color = INK): Pdf =>
  pdf.font(font).fontSize(size).fillColor(color);

function head(pdf: Pdf, { title, facts, content }: InvoiceDocument): void {
  write(pdf, 'bold', 20).text(title, MARGIN, MARGIN);
  write(pdf, 'regular', 9, GREY).text(
    'Self-billing: issued by the customer for the supplier',
    MARGIN,
    78,
  );
  facts.forEach(([name, value], index) => {
    const y = MARGIN + 2 + index * 15;
    write(pdf, 'regular', 9, GREY).text(name, 330, y, { width: 60 });
    write(pdf, 'regular', 9).text(value, 390, y, { width: WIDTH + MARGIN - 390, align: 'right' });
  });
  const top = Math.max(128, MARGIN + 18 + facts.length * 15);
  const left = party(pdf, 'Supplier', content.supplier, { x: MARGIN, y: top });
  const right = party(pdf, 'Customer', content.customer, { x: MARGIN + WIDTH / 2 + 10, y: top });
  pdf.y = Math.max(left, right) + 22;
}

/** Writes one party. @returns the y position below it */
function party(pdf: Pdf, title: string, who: InvoiceParty, at: { x: number; y: number }): number {
  const width = WIDTH / 2 - 10;
  write(pdf, 'regular', 8, GREY).text(title.toUpperCase(), at.x, at.y, { width });
  write(pdf, 'bold', 10.5).text(who.name, at.x, at.y + 13, { width });
  const lines = [...who.lines, who.email, `Tax number: ${who.taxId ?? 'not given'}`];
  for (const line of lines) {
    if (line !== null) write(pdf, 'regular', 9).text(line, at.x, pdf.y + 2, { width });
  }
  return pdf.y;
}

function tableHead(pdf: Pdf): void {
  const { y } = pdf;
  pdf.rect(MARGIN, y, WIDTH, 20).fill(SHADE);
  write(pdf, 'bold', 8.5);
  for (const { title, x, width, align } of COLUMNS) {
    const inset = align === 'right' ? -6 : 6;
    pdf.text(title, MARGIN + x + inset, y + 5, { width, align, lineBreak: false });
  }
  pdf.y = y + 24;
}

/** Yields after each page, because thousands of lines take seconds and would block other requests. */
async function table(pdf: Pdf, { content, lineAmounts }: InvoiceDocument): Promise<void> {
  tableHead(pdf);
  for (const [index, line] of content.lines.entries()) {
    const cells = cellsOf(line, lineAmounts[index] ?? '');
    const height = heightOf(pdf, cells);
    if (pdf.y + height > BOTTOM) {
      await setImmediate();
      pdf.addPage();
      tableHead(pdf);
    }
    row(pdf, cells, height);
  }
}

const cellsOf = (line: InvoiceLine, amount: string): string[] => [
  dayText(line.earnedAt),
  line.campaignName === '' ? `Commission ${line.commissionId}` : line.campaignName,
  line.orderId,
  amount,
];

function heightOf(pdf: Pdf, cells: readonly string[]): number {
  write(pdf, 'regular', 8.5);
  const heights = COLUMNS.map(({ width }, index) =>
    pdf.heightOfString(cells[index] ?? '', { width: width - 6 }),
  );
  return Math.max(...heights) + 7;
}

function row(pdf: Pdf, cells: readonly string[], height: number): void {
  const { y } = pdf;
  write(pdf, 'regular', 8.5);
  cells.forEach((cell, index) => {
    const column = COLUMNS[index];
    if (column === undefined) return;
    const { x, width, align } = column;
    const inset = align === 'right' ? 0 : 6;
    pdf.text(cell, MARGIN + x + inset, y + 2, { width: width - 6, align });
  });
  pdf.y = y + height;
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + WIDTH, pdf.y)
    .lineWidth(0.5)
    .stroke(RULE);
  pdf.y += 1;
}

function totals(pdf: Pdf, { sums, notes }: InvoiceDocument): void {
  if (pdf.y + sums.length * 17 + 110 > BOTTOM) pdf.addPage();
  pdf.y += 12;
  for (const { name, value, isBold } of sums) {
    const { y } = pdf;
    write(pdf, isBold ? 'bold' : 'regular', 9.5);
    pdf.text(name, MARGIN + 230, y, { width: 160 });
    pdf.text(value, MARGIN + 350, y, { width: WIDTH - 356, align: 'right' });
    pdf.y = y + 17;
  }
  pdf.y += 16;
  for (const note of notes) {
    write(pdf, 'regular', 8.5, GREY).text(note, MARGIN, pdf.y + 3, { width: WIDTH });
  }
}

/** The document's number and the page number under each page. */
function footers(pdf: Pdf, { number }: InvoiceDocument): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Text below the bottom margin would begin a new page.
    pdf.page.margins.bottom = 0;
    const text = `${number} · page ${String(page - start + 1)} of ${String(count)}`;
    write(pdf, 'regular', 8, GREY).text(text, MARGIN, 800, { width: WIDTH, align: 'center' });
  }
}
