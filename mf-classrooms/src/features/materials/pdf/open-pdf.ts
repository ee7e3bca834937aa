import { MAX_PAGE_TEXT_LENGTH } from '@manabiba/shared/contract/limits';
import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- The text of the file, whatever it exports.
import workerSource from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?source';
import openJpegUrl from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js';

import type { OpenPdf, PageDrawing } from './pdf-file';

/**
 * Largest canvas, in device pixels. Phones refuse larger ones, and draw nothing.
 */
const MAX_PIXELS = 16_000_000;

/**
 * The worker of PDF.js from a text of ours: also where another origin serves the files of releases, from which browsers
 * start no worker. It has the policy of the page, which forbids WebAssembly and evaluation.
 */
function openWorker(): { worker: PDFWorker; close: () => void } {
  const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
  const port = new Worker(url, { type: 'module' });
  URL.revokeObjectURL(url);
  const worker = PDFWorker.create({ port });
  return {
    worker,
    close: () => {
      worker.destroy();
      port.terminate();
    },
  };
}

/** Character maps of Japanese, Chinese and Korean, loaded once a PDF has text by one that is not in the file. */
class CharacterMaps {
  async fetch({ name }: { name: string }): Promise<{ cMapData: Uint8Array; isCompressed: boolean }> {
    const { characterMap } = await import('./character-maps');
    return { cMapData: characterMap(name), isCompressed: true };
  }
}

export const openPdf: OpenPdf = async (url) => {
  const { worker, close } = openWorker();
  const loading = getDocument({
    url,
    worker,
    CMapReaderFactory: CharacterMaps,
    useWorkerFetch: false,
    useWasm: false,
    // Scanners write JPEG 2000. Its decoder is loaded by the first such image.
    wasmUrl: new URL('.', new URL(openJpegUrl, document.baseURI)).href,
    isEvalSupported: false,
    // The whole file comes once, in order.
    disableRange: true,
    disableAutoFetch: false,
    enableXfa: false,
  });
  let file: PDFDocumentProxy;
  try {
    file = await loading.promise;
  } catch (error) {
    close();
    throw error;
  }
  return {
    pageCount: file.numPages,
    draw: (page, size) => draw(file, page, size),
    textOf: (page) => textOf(file, page),
    close: () => {
      void loading.destroy().finally(close);
    },
  };
};

function draw(
  file: PDFDocumentProxy,
  number: number,
  { width, height }: { width: number; height: number },
): PageDrawing {
  let cancel: (() => void) | undefined;
  let isCancelled = false;
  async function make(): Promise<HTMLCanvasElement> {
    const page = await file.getPage(number);
    const whole = page.getViewport({ scale: 1 });
    const fit = Math.min(width / whole.width, height / whole.height);
    const ratio = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (whole.width * whole.height)) / fit);
    const viewport = page.getViewport({ scale: fit * ratio });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    canvas.style.width = `${Math.floor(whole.width * fit)}px`;
    canvas.style.height = `${Math.floor(whole.height * fit)}px`;
    if (isCancelled) throw new Error('cancelled');
    const task = page.render({ canvas, viewport });
    cancel = () => task.cancel();
    await task.promise;
    return canvas;
  }
  return {
    canvas: make(),
    cancel: () => {
      isCancelled = true;
      cancel?.();
    },
  };
}

async function textOf(file: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await file.getPage(number)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  const words = [...lines.filter((line) => line !== '').join('\n')];
  return words.slice(0, MAX_PAGE_TEXT_LENGTH).join('').trim();
}
