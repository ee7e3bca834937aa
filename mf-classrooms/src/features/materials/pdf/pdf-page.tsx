import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';

import { useSize } from '../../../core/room/use-size';
import type { PdfFile } from './pdf-file';

import styles from './pdf.module.css';

/** A place on a page, in shares of its width and height. */
export interface PagePlace {
  x: number;
  y: number;
}

interface PdfPageProps {
  file: PdfFile;
  title: string;
  page: number;
  /** Called with where the pointer of this window is, and null once it has left. */
  onPoint?: ((place: PagePlace | null) => void) | undefined;
  /** Where the presenter points. */
  pointer?: PagePlace | null;
  children?: ReactNode;
}

/** A page of a PDF as large as its place, shown again for each size. The last page stays until the next one is there. */
export function PdfPage({ file, title, page, onPoint, pointer, children }: PdfPageProps) {
  const { ref, width, height } = useSize<HTMLDivElement>();
  const sheet = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ page: number; text: string }>();
  const [failedPage, setFailedPage] = useState<number>();
  useEffect(() => {
    if (width === 0 || height === 0) return undefined;
    let isOver = false;
    const drawing = file.draw(page, { width, height });
    drawing.canvas.then(
      (canvas) => {
        if (!isOver) sheet.current?.replaceChildren(canvas);
        if (!isOver) setFailedPage(undefined);
      },
      () => !isOver && setFailedPage(page),
    );
    return () => {
      isOver = true;
      drawing.cancel();
    };
  }, [file, page, width, height]);
  useEffect(() => {
    let isOver = false;
    // A page without words is as good as one whose words cannot be read.
    const show = (text: string) => !isOver && setShown({ page, text });
    file.textOf(page).then(show, () => show(''));
    return () => {
      isOver = true;
    };
  }, [file, page]);
  const handlePoint = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top, width: across, height: down } = event.currentTarget.getBoundingClientRect();
    onPoint?.({ x: (event.clientX - left) / across, y: (event.clientY - top) / down });
  };
  return (
    <div className={styles.page} ref={ref}>
      <div
        className={styles.paper}
        data-points={onPoint !== undefined || undefined}
        {...(onPoint && {
          onPointerMove: handlePoint,
          onPointerDown: handlePoint,
          onPointerLeave: () => onPoint(null),
        })}
      >
        <div ref={sheet} role="img" aria-label={`${title} ${page}ページ`} />
        {pointer && (
          <span className={styles.pointer} style={{ left: `${pointer.x * 100}%`, top: `${pointer.y * 100}%` }} />
        )}
      </div>
      {failedPage === page && <p className={styles.failed}>このページを表示できませんでした。</p>}
      {shown?.page === page && shown.text !== '' && (
        <VisuallyHidden>
          <p>{shown.text}</p>
        </VisuallyHidden>
      )}
      {children}
    </div>
  );
}
