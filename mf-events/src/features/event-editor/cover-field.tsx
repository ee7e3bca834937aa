import { MAX_COVER_BYTES, MIN_COVER_HEIGHT, MIN_COVER_WIDTH } from '@manabiba/shared/contract/limits';
import { uploadTypes } from '@manabiba/shared/contract/upload-types';
import { Button } from '@manabiba/shared/ui/button';
import { Cover as CoverImage } from '@manabiba/shared/ui/cover';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';

import type { Cover } from './use-cover';

import styles from './event-editor.module.css';

/** The cover image of an event, with an upload control. */
export function CoverField({ eventId, cover }: { eventId: string; cover: Cover }) {
  const input = useRef<HTMLInputElement>(null);
  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Resets the input so that choosing the same file again fires a change event.
    event.target.value = '';
    if (file) void cover.choose(file);
  };
  return (
    <div className={styles.cover} role="group" aria-label="表紙">
      <CoverImage src={cover.shownUrl} seed={eventId} label={cover.shownUrl ? '表紙の画像' : '表紙はまだありません'} />
      <div>
        <p className={styles.coverTitle}>表紙</p>
        <p className={styles.hint}>
          16:9、{MIN_COVER_WIDTH}×{MIN_COVER_HEIGHT}px以上、JPEGかPNG、{MAX_COVER_BYTES / 1024 / 1024}
          MBまで。ほかの形の画像は、まわりを切り取って16:9にします。
        </p>
        <Button
          id="event-cover"
          size="small"
          className={styles.choose}
          icon={<Icon icon={Upload} size={16} />}
          onClick={() => input.current?.click()}
        >
          {cover.shownUrl ? '画像を変更する' : '画像を選択する'}
        </Button>
        {cover.error && <FieldError>{cover.error}</FieldError>}
      </div>
      <input
        ref={input}
        type="file"
        accept={uploadTypes.event_cover.join()}
        aria-label="表紙の画像ファイル"
        hidden
        onChange={handleFile}
      />
    </div>
  );
}
