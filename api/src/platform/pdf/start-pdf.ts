import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export type PdfDocument = InstanceType<typeof import('pdfkit')>;

/** A4 in points. */
export const A4 = { width: 595.28, height: 841.89 };

interface PdfOptions {
  title: string;
  author: string;
  /** In points. */
  margin: number;
}

/**
 * Starts an A4 document in Japanese. The fonts `regular` and `bold` are bundled, so the machine needs none. `finish`
 * ends the document and returns it.
 */
export async function startPdf({
  title,
  author,
  margin,
}: PdfOptions): Promise<{ pdf: PdfDocument; finish: () => Promise<Buffer> }> {
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({ size: 'A4', margin, info: { Title: title, Author: author }, lang: 'ja' });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, fail) => {
    pdf.on('end', done);
    pdf.on('error', fail);
  });
  pdf.registerFont('regular', require.resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'));
  pdf.registerFont('bold', require.resolve('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf'));
  return {
    pdf,
    finish: async () => {
      pdf.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
