import { createRequire } from 'node:module';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { changeInPercent, type SalesReport, type SalesRow } from '#domain/sales-report.ts';
import { type Instant, wallTime } from '#domain/time.ts';
import { reportTexts as texts, reportViewNames, reportViews } from '#texts/sales-report.ts';
import { shortDateLabel } from '#texts/time.ts';

interface Paper {
  readonly storeName: string;
  readonly currency: Currency;
  readonly timezone: string;
}

const require = createRequire(import.meta.url);
const fonts = path.dirname(require.resolve('dejavu-fonts-ttf/package.json'));

/** Their letters include those of Guaraní, which the fonts that every PDF reader has lack. */
const plain = path.join(fonts, 'ttf/DejaVuSansCondensed.ttf');
const bold = path.join(fonts, 'ttf/DejaVuSansCondensed-Bold.ttf');

/** Points. */
const margin = 48;
const numberWidth = 90;

/** The X or Z report as a PDF of A4 pages with the numbers of the screen. */
export function writeReportPdf(report: SalesReport, { storeName, currency, timezone }: Paper): Promise<Buffer> {
  const title = texts.heading(report.closed ? texts.z : texts.x, storeName);
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'es',
    font: plain,
    info: { Title: title, CreationDate: new Date(report.to) },
  });
  const moment = (at: Instant): string => {
    const { date, hour } = wallTime(at, timezone);
    return `${shortDateLabel(date)} ${date.slice(0, 4)} ${hour} Hs`;
  };
  const sum = (name: string, { orders, total }: Pick<SalesReport['sales'], 'orders' | 'total'>): void => {
    pdf.text(`${name}: ${texts.orders(orders)} · ${formatMoney(total, currency)}`);
  };
  const change = changeInPercent(report);
  pdf.font(bold).fontSize(18).text(title).moveDown(0.5).font(plain).fontSize(10);
  pdf.text(texts.span(moment(report.from), moment(report.to)));
  sum(texts.sold, report.sales);
  sum(texts.weekBefore, report.weekBefore);
  pdf.text(change === null ? texts.nothingBefore : texts.change(change));
  const views = reportViews(report);
  for (const view of reportViewNames) writeTable(pdf, texts.views[view], views[view], currency);
  pdf.end();
  return buffer(pdf);
}

function writeTable(pdf: PDFKit.PDFDocument, name: string, rows: readonly SalesRow[], currency: Currency): void {
  if (rows.length === 0) return;
  const right = { align: { x: 'right', y: 'center' } } as const;
  const head = { font: { src: bold } } as const;
  pdf.moveDown(1);
  pdf.table({
    columnStyles: ['*', numberWidth, numberWidth],
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: '#999999', padding: 4 },
    data: [
      [
        { text: name, ...head },
        { text: texts.count, ...head, ...right },
        { text: texts.total, ...head, ...right },
      ],
      ...rows.map((row) => [
        row.key,
        { text: String(row.count), ...right },
        { text: formatMoney(row.total, currency), ...right },
      ]),
    ],
  });
}
