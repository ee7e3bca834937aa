import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { FileText, RotateCw, X } from 'lucide-react';
import { useState } from 'react';

import { formatBytes } from './document-files';
import type { DocumentUpload } from './use-document-uploads';

import styles from './documents.module.css';

interface DocumentRowProps {
  document: DocumentUpload;
  onRemove: () => void;
  onRetry: () => void;
}

/** One document: its name, upload progress, and a remove button. */
export function DocumentRow({ document, onRemove, onRetry }: DocumentRowProps) {
  const { file, state, previewUrl } = document;
  const [isBroken, setIsBroken] = useState(false);
  const percent = Math.round(document.share * 100);
  return (
    <li className={styles.document}>
      {previewUrl && !isBroken ? (
        <img className={styles.preview} src={previewUrl} alt="" onError={() => setIsBroken(true)} />
      ) : (
        <span className={styles.preview}>
          <Icon icon={FileText} size={24} />
        </span>
      )}
      <div className={styles.words}>
        <span className={styles.name}>{file.name}</span>
        {state === 'sending' && (
          <span className={styles.sending}>
            <progress max={100} value={percent} aria-label={`${file.name}の送信`} />
            <span className={styles.size}>{percent}%</span>
          </span>
        )}
        {state === 'sent' && <span className={styles.size}>{formatBytes(file.size)}・未提出</span>}
        {state === 'failed' && (
          <span className={styles.failed} role="alert">
            {document.sentence}
          </span>
        )}
      </div>
      {state === 'failed' && (
        <IconButton label={`${file.name}をもう一度送る`} onClick={onRetry}>
          <Icon icon={RotateCw} />
        </IconButton>
      )}
      <IconButton
        label={state === 'sending' ? `${file.name}の送信を取りやめる` : `${file.name}を取り除く`}
        onClick={onRemove}
      >
        <Icon icon={X} />
      </IconButton>
    </li>
  );
}
