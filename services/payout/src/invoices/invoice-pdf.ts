import { formatAmount } from '@tributary/money';
import { type Fonts } from '@tributary/service';
import {
  type Invoice,
  type InvoiceContent,
  type InvoiceLine,
  invoiceNumberText,
  type InvoiceParty,
} from '../domain/invoice.ts';
import { type Payout } from '../domain/payout.ts';

interface Document {
  readonly invoice: Invoice;
  readonly content: InvoiceContent;
  readonly payout: Payout;
}

const MARGIN = 50;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - 80;
const INK = '#1c2430';
const GREY = '#667085';
const RULE = '#d0d5dd';
const SHADE = '#f2f4f7';

/** The table's columns: where each begins, how wide it is, and to which side it keeps. */
const COLUMNS = [
  { title: 'Date', x: 0, width: 62, align: 'left' },
  { title: 'Campaign', x: 68, width: 178, align: 'left' },
  { title: 'Order', x: 252, width: 148, align: 'left' },
  { title: 'Amount', x: 406, width: 89, align: 'right' },
] as const;

type Pdf = PDFKit.PDFDocument;

const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';

/** The invoice as a PDF. The affiliate earns and the operator pays, so the operator writes it (self-billing). */
export async function writeInvoice(document: Document, fonts: Fonts): Promise<Buffer> {
  // Loaded when the first invoice is read: it is a third of the program.
  const { default: PDFDocument } = await import('pdfkit');
  const { invoice, payout } = document;
  const pdf: Pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: fonts.regular,
    bufferPages: true,
    info: {
      Title: `Invoice ${invoiceNumberText(invoice)}`,
      Subject: `Payout ${payout.referenceNumber}`,
      CreationDate: invoice.issuedAt,
    },
  });
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve).on('error', reject);
  });
  head(pdf, document);
  table(pdf, document);
  totals(pdf, document);
  footers(pdf, document);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

const write = (pdf: Pdf, font: 'regular' | 'bold', size: number, color = INK): Pdf =>
  pdf.font(font).fontSize(size).fillColor(color);

function head(pdf: Pdf, { invoice, content, payout }: Document): void {
  write(pdf, 'bold', 20).text('Invoice', MARGIN, MARGIN);
  write(pdf, 'regular', 9, GREY).text(
    'Self-billing: issued by the customer for the supplier',
    MARGIN,
    78,
  );
  const facts = [
    ['Number', invoiceNumberText(invoice)],
    ['Date', day(invoice.issuedAt)],
    ['Payout', payout.referenceNumber],
    ...(payout.scheduled === null
      ? []
      : [['Period', `${payout.scheduled.periodStart} to ${payout.scheduled.periodEnd}`]]),
  ];
  facts.forEach(([name = '', value = ''], index) => {
    const y = MARGIN + 2 + index * 15;
    write(pdf, 'regular', 9, GREY).text(name, 330, y, { width: 60 });
    write(pdf, 'regular', 9).text(value, 390, y, { width: WIDTH + MARGIN - 390, align: 'right' });
  });
  const top = 128;
  const left = party(pdf, 'Supplier', content.supplier, { x: MARGIN, y: top });
  const right = party(pdf, 'Customer', content.customer, { x: MARGIN + WIDTH / 2 + 10, y: top });
  pdf.y = Math.max(left, right) + 22;
}

/** Returns where it ends. */
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

function table(pdf: Pdf, { content, payout }: Document): void {
  tableHead(pdf);
  for (const line of content.lines) {
    const height = heightOf(pdf, line);
    if (pdf.y + height > BOTTOM) {
      pdf.addPage();
      tableHead(pdf);
    }
    row(pdf, line, { height, currency: payout.currency });
  }
}

const cellsOf = (line: InvoiceLine, currency: string): string[] => [
  day(line.earnedAt),
  line.campaignName === '' ? `Commission ${line.commissionId}` : line.campaignName,
  line.orderId,
  formatAmount(line.amountMinor, currency),
];

function heightOf(pdf: Pdf, line: InvoiceLine): number {
  write(pdf, 'regular', 8.5);
  const cells = cellsOf(line, 'USD');
  const heights = COLUMNS.map(({ width }, index) =>
    pdf.heightOfString(cells[index] ?? '', { width: width - 6 }),
  );
  return Math.max(...heights) + 7;
}

function row(pdf: Pdf, line: InvoiceLine, given: { height: number; currency: string }): void {
  const { y } = pdf;
  write(pdf, 'regular', 8.5);
  cellsOf(line, given.currency).forEach((cell, index) => {
    const column = COLUMNS[index];
    if (column === undefined) return;
    const { x, width, align } = column;
    const inset = align === 'right' ? 0 : 6;
    pdf.text(cell, MARGIN + x + inset, y + 2, { width: width - 6, align });
  });
  pdf.y = y + given.height;
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + WIDTH, pdf.y)
    .lineWidth(0.5)
    .stroke(RULE);
  pdf.y += 1;
}

function totals(pdf: Pdf, { content, payout }: Document): void {
  const { tax } = content;
  const { currency, amountMinor, feeMinor } = payout;
  const amount = (minor: number): string => `${formatAmount(minor, currency)} ${currency}`;
  const count = content.lines.length;
  const sums: [string, string, boolean][] = [
    [
      `Net, ${String(count)} ${count === 1 ? 'commission' : 'commissions'}`,
      amount(tax.netMinor),
      false,
    ],
    [`Tax ${tax.rate} %`, amount(tax.taxMinor), false],
    ['Total', amount(amountMinor), true],
    ['Fee of the payment provider', amount(-feeMinor), false],
    ['Paid out', amount(amountMinor - feeMinor), true],
  ];
  if (pdf.y + sums.length * 17 + 110 > BOTTOM) pdf.addPage();
  pdf.y += 12;
  for (const [name, value, isBold] of sums) {
    const { y } = pdf;
    write(pdf, isBold ? 'bold' : 'regular', 9.5);
    pdf.text(name, MARGIN + 230, y, { width: 160 });
    pdf.text(value, MARGIN + 350, y, { width: WIDTH - 356, align: 'right' });
    pdf.y = y + 17;
  }
  notes(pdf, { content, payout });
}

function notes(pdf: Pdf, { content, payout }: Pick<Document, 'content' | 'payout'>): void {
  const paid = `Paid on ${day(payout.completedAt)} through ${payout.provider}, transaction ${payout.transactionId ?? 'unknown'}.`;
  const takenBack = payout.isReversed
    ? [
        'The provider took this payment back: the invoice is cancelled, and the amount is in the balance again.',
      ]
    : [];
  pdf.y += 16;
  for (const note of [...takenBack, paid, content.tax.note]) {
    write(pdf, 'regular', 8.5, GREY).text(note, MARGIN, pdf.y + 3, { width: WIDTH });
  }
}

/** Under each page: its number, and what it is a page of. */
function footers(pdf: Pdf, { invoice }: Pick<Document, 'invoice'>): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Below the margin, where text would otherwise begin a new page.
    pdf.page.margins.bottom = 0;
    const text = `${invoiceNumberText(invoice)} · page ${String(page - start + 1)} of ${String(count)}`;
    write(pdf, 'regular', 8, GREY).text(text, MARGIN, 800, { width: WIDTH, align: 'center' });
  }
}
