import { MAX_MATERIAL_BYTES, MAX_MATERIAL_FILES, MAX_MATERIAL_TITLE_LENGTH } from '@manabiba/shared/contract/limits';
import { uploadTypes } from '@manabiba/shared/contract/upload-types';
import { createClassroomMaterial } from '@manabiba/shared/data/endpoints';
import { isApiError, showMessageFor, toast, uploadFile, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { FilePlus2, Link2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';

import { useOnlineGuard } from '../../core/room/use-online-guard';
import { LinkDialog } from './material-dialogs';

import styles from './materials.module.css';

const TYPES = uploadTypes.class_material.join();

/** Adds files, one after the other, and links. */
export function AddMaterial({ classroomId }: { classroomId: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();
  const [isLinking, setIsLinking] = useState(false);
  const create = useEndpointMutation(createClassroomMaterial);
  const guard = useOnlineGuard();

  async function add(file: File): Promise<void> {
    if (file.size > MAX_MATERIAL_BYTES) {
      toast.error(`「${file.name}」は20MBを超えています。`);
      return;
    }
    setShare(0);
    const uploadId = await uploadFile('class_material', file, { onProgress: setShare });
    const title = [...(file.name.replace(/[.][^.]{1,5}$/, '').trim() || file.name)]
      .slice(0, MAX_MATERIAL_TITLE_LENGTH)
      .join('');
    await create.run({ params: { id: classroomId }, body: { kind: 'file', uploadId, title } });
  }
  async function addAll(files: readonly File[]): Promise<void> {
    try {
      for (const file of files) await add(file);
    } catch (error) {
      if (!isApiError(error)) throw error;
      showMessageFor(error);
    } finally {
      setShare(undefined);
    }
  }
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The same file may be chosen again after a failure.
    target.value = '';
    void addAll(files);
  };
  return (
    <div className={styles.add}>
      <input
        ref={input}
        type="file"
        className={styles.input}
        accept={TYPES}
        multiple
        tabIndex={-1}
        aria-label="ファイルを選ぶ"
        onChange={handleChange}
      />
      <Button
        icon={<Icon icon={FilePlus2} />}
        isLoading={share !== undefined}
        onClick={() => guard(() => input.current?.click())}
      >
        {share === undefined ? 'ファイルを追加' : `送信中 ${Math.round(share * 100)}%`}
      </Button>
      <Button icon={<Icon icon={Link2} />} onClick={() => setIsLinking(true)}>
        リンクを追加
      </Button>
      <p className={styles.soft}>PDFと画像、1つ20MBまで・{MAX_MATERIAL_FILES}個まで</p>
      {isLinking && <LinkDialog classroomId={classroomId} onClose={() => setIsLinking(false)} />}
    </div>
  );
}
