import { uploadTypes } from '@manabiba/shared/contract/upload-types';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { Trash2, Upload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';

import styles from './profile-settings.module.css';

interface AvatarFieldProps {
  person: { nickname: string; avatarUrl: string | null };
  /** The error of the image, as a sentence. */
  error: string | undefined;
  onChoose: (file: File) => void;
  onRemove: () => void;
}

/** A person's profile image, with buttons to change or remove it. */
export function AvatarField({ person, error, onChoose, onRemove }: AvatarFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Allows choosing the same file again.
    event.target.value = '';
    if (file) onChoose(file);
  };
  return (
    <div className={styles.avatarRow} role="group" aria-label="プロフィール画像">
      <Avatar person={person} size={120} isLabelled />
      <div className={styles.avatarWords}>
        <div className={styles.buttons}>
          <Button size="small" icon={<Icon icon={Upload} size={16} />} onClick={() => input.current?.click()}>
            画像を変更する
          </Button>
          {person.avatarUrl && (
            <Button size="small" variant="ghost" icon={<Icon icon={Trash2} size={16} />} onClick={onRemove}>
              画像を削除する
            </Button>
          )}
        </div>
        <p className={styles.hint}>JPEG、PNG、WebP。200×200px以上、10MBまで。</p>
        {error && <FieldError>{error}</FieldError>}
      </div>
      <input
        ref={input}
        type="file"
        accept={uploadTypes.avatar.join()}
        aria-label="画像ファイル"
        hidden
        onChange={handleFile}
      />
    </div>
  );
}
