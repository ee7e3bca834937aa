/** A page that is being drawn. */
export interface PageDrawing {
  /** The drawn page, which fits the given size; rejects when it was cancelled or cannot be drawn. */
  canvas: Promise<HTMLCanvasElement>;
  cancel: () => void;
}

/** A PDF that is open in this window. Pages count from 1. */
export interface PdfFile {
  pageCount: number;
  /** Draws a page as large as it fits, in CSS pixels, and as sharp as the screen. */
  draw: (page: number, size: { width: number; height: number }) => PageDrawing;
  /** Returns the words of a page, a line for each of its lines. */
  textOf: (page: number) => Promise<string>;
  close: () => void;
}

/** Opens a PDF by its URL; rejects for one that is broken, protected, or cannot be read now. */
export type OpenPdf = (url: string) => Promise<PdfFile>;
