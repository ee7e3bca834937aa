import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { deleteArchiveCaptions, putArchiveCaptions } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';

import { CaptionsDraft } from './captions-draft';
import { decodedText } from './decoded-text';

import styles from './archive-review.module.css';

/** 字幕: a WebVTT or SRT file in any character set that Japanese editors write, whose errors are named by their line. */
export function CaptionsFile({ archive }: { archive: ArchiveDetail }) {
  const file = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const put = useEndpointMutation(putArchiveCaptions, {
    onSuccess: () => toast.success('字幕を保存しました。'),
    onError: (error) => setRefusal(error.fields.vtt ?? error.message),
  });
  const remove = useEndpointMutation(deleteArchiveCaptions, {
    onSuccess: () => toast.success('字幕を外しました。'),
    onError: showMessageFor,
  });
  const params = { id: archive.id };
  const send = async (chosen: File | undefined) => {
    if (!chosen) return;
    setRefusal(null);
    const vtt = decodedText(await chosen.arrayBuffer());
    if (vtt === null) setRefusal('文字コードを判別できません。UTF-8で保存したファイルを選んでください。');
    else await put.run({ params, body: { vtt } }).catch(() => undefined);
    // The corrected file usually has the same name.
    if (file.current) file.current.value = '';
  };
  return (
    <section className={styles.captions} aria-labelledby="captions-file">
      <h3 id="captions-file">字幕 {archive.captionUrl !== null && <Badge tone="ok">公開中</Badge>}</h3>
      <p className={styles.note}>WebVTT形式かSRT形式のファイルを選んでください。</p>
      <div className={styles.actions}>
        <Button icon={<Icon icon={Upload} />} isLoading={put.isRunning} onClick={() => file.current?.click()}>
          ファイルを選ぶ
        </Button>
        {archive.captionUrl !== null && (
          <Button
            variant="ghost"
            isLoading={remove.isRunning}
            onClick={() => void remove.run({ params }).catch(() => undefined)}
          >
            字幕を外す
          </Button>
        )}
      </div>
      <CaptionsDraft archive={archive} />
      <input
        ref={file}
        type="file"
        hidden
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        aria-label="字幕のファイル"
        onChange={({ target }) => void send(target.files?.[0])}
      />
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
    </section>
  );
}
