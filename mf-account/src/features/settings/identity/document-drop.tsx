import { MAX_IDENTITY_DOCUMENTS } from '@manabiba/shared/contract/limits';
import { Button } from '@manabiba/shared/ui/button';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { Upload } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';

import { documentAccept } from './document-files';

import styles from './documents.module.css';

interface DocumentDropProps {
  /** The accepted kinds of documents. */
  kinds: string;
  onFiles: (files: readonly File[]) => void;
}

/** The area for choosing or dropping documents. */
export function DocumentDrop({ kinds, onFiles }: DocumentDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(target.files ?? [])]);
    // Allows choosing the same file again after it was removed.
    target.value = '';
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  }

  function handleDragOver(event: DragEvent) {
    event.preventDefault();
    setIsOver(true);
  }

  return (
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={handleDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <Icon icon={Upload} size={24} />
      <p>
        <strong>本人確認書類</strong>
        <br />
        <span className={styles.hint}>
          {kinds}JPEG、PNG、WebP、PDF、10MBまで、{MAX_IDENTITY_DOCUMENTS}点まで
        </span>
      </p>
      <Button onClick={() => input.current?.click()}>ファイルを選ぶ</Button>
      <input
        ref={input}
        className={styles.input}
        type="file"
        accept={documentAccept}
        multiple
        tabIndex={-1}
        aria-label="本人確認書類のファイル"
        onChange={handleChange}
      />
    </div>
  );
}
