import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { Trash2, Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { CropDialog } from './crop-dialog';
import styles from './profile-settings.module.css';
import type { AvatarChange } from './use-profile-form';

interface AvatarFieldProps {
  person: { nickname: string; avatarUrl: string | null };
  /** What the api says of the picture. */
  error: string | undefined;
  onChange: (change: AvatarChange) => void;
}

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
/** The contract has the same limit for every upload. */
const MAX_BYTES = 10 * 1024 * 1024;
const BROKEN = '画像を読み込めませんでした。別の画像を選択してください。';

/** The picture of a person: chosen, cut to a square, or taken away. */
export function AvatarField({ person, error, onChange }: AvatarFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();

  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Choosing the same file again is a choice too.
    event.target.value = '';
    if (!file) return;
    const wrong = problemOf(file);
    setProblem(wrong);
    if (!wrong) setSource(URL.createObjectURL(file));
  };
  const close = () => {
    if (source) URL.revokeObjectURL(source);
    setSource(null);
  };
  const handleCropped = (picture: Blob) => {
    close();
    onChange({ kind: 'new', picture, url: URL.createObjectURL(picture) });
  };
  const handleBroken = () => {
    close();
    setProblem(BROKEN);
  };

  const said = problem ?? error;
  return (
    <div className={styles.avatarRow} role="group" aria-label="プロフィール画像">
      <Avatar person={person} size={120} isLabelled />
      <div className={styles.avatarWords}>
        <div className={styles.buttons}>
          <Button size="small" icon={<Icon icon={Upload} size={16} />} onClick={() => input.current?.click()}>画像を変更する</Button>
          {person.avatarUrl && <Button size="small" variant="ghost" icon={<Icon icon={Trash2} size={16} />} onClick={() => onChange({ kind: 'removed' })}>画像を削除する</Button>}
        </div>
        <p className={styles.hint}>JPEG、PNG、WebP。200×200px以上、10MBまで。</p>
        {said && <FieldError>{said}</FieldError>}
      </div>
      <input ref={input} type="file" accept={TYPES.join()} aria-label="画像ファイル" hidden onChange={handleFile} />
      {source && <CropDialog source={source} onClose={close} onCropped={handleCropped} onBroken={handleBroken} />}
    </div>
  );
}

function problemOf({ type, size }: File): string | undefined {
  if (!TYPES.includes(type)) return 'JPEG、PNG、WebPの画像を選択してください。';
  return size > MAX_BYTES ? 'ファイルが大きすぎます。10MBまでの画像を選択してください。' : undefined;
}
