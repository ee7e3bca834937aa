import { Dialog } from '@manabiba/shared/ui/dialog';
import { useState } from 'react';

import { PageButtons, stepOf } from './pdf/page-buttons';
import type { OpenPdf } from './pdf/pdf-file';
import { PdfPage } from './pdf/pdf-page';
import { usePdf } from './pdf/use-pdf';
import { PdfState } from './presentation';

import styles from './pdf/pdf.module.css';

interface PdfDialogProps {
  title: string;
  url: string;
  open?: OpenPdf;
  onClose: () => void;
}

/** Reads a PDF. */
export function PdfDialog({ title, url, open, onClose }: PdfDialogProps) {
  const { file, hasFailed, retry } = usePdf(url, open);
  const [page, setPage] = useState(1);
  return (
    <Dialog
      isOpen
      title={title}

      onClose={onClose}
      footer={
        file && (
          <div className={styles.dialogFoot}>
            <PageButtons page={page} pageCount={file.pageCount} onTurn={setPage} />
          </div>
        )
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Keys turn the pages as the buttons do. */}
      <div
        className={styles.dialogPage}
        role="region"
        aria-label="ページ"
        tabIndex={0}
        onKeyDown={({ key }) => {
          const to = page + (stepOf(key) ?? 0);
          if (file && to >= 1 && to <= file.pageCount) setPage(to);
        }}
      >
        {file ? <PdfPage {...{ file, title, page }} /> : <PdfState {...{ hasFailed, retry }} />}
      </div>
    </Dialog>
  );
}
