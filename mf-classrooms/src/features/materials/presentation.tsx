import { materialFilePath } from '@manabiba/shared/contract/material-files';
import type { PresentationDoc } from '@manabiba/shared/contract/room-documents';
import { useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { Eye, Fullscreen, MousePointer2, Undo2, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

import type { MediaSession } from '../../core/media/session/media-session';
import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { PageButtons, stepOf } from './pdf/page-buttons';
import type { OpenPdf } from './pdf/pdf-file';
import { PdfPage } from './pdf/pdf-page';
import { usePdf } from './pdf/use-pdf';
import { usePointer } from './use-pointer';
import { useTurns } from './use-turns';

import styles from './pdf/pdf.module.css';

interface PresentationProps extends Pick<RoomPartProps, 'classroom' | 'role'> {
  presentation: PresentationDoc;
  media: MediaSession | null;
  /** Shown in a corner, as over a shared screen. */
  badge?: ReactNode;
  open?: OpenPdf;
}

/**
 * The PDF on the stage. The presenter turns its pages for everybody; the others may turn back for themselves, and ahead
 * where the presenter allows it.
 */
export function Presentation({ classroom, role, presentation, media, badge, open }: PresentationProps) {
  const { materialId, title, presenterId, pageCount, mayLookAhead } = presentation;
  const isMine = useMe().id === presenterId;
  const { file, hasFailed, retry } = usePdf(materialFilePath(materialId), open);
  const turns = useTurns(classroom.id, presentation, file);
  const [ownPage, setOwnPage] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  const lastPage = isMine || mayLookAhead ? pageCount : turns.page;
  const page = isMine || ownPage === undefined ? turns.page : Math.min(ownPage, lastPage);
  const isFollowing = page === turns.page;
  const { pointer, isPointing, setIsPointing, point } = usePointer(media, presentation, isMine);
  const turn = (to: number) => {
    if (to < 1 || to > lastPage) return;
    if (isMine) turns.turn(to);
    else setOwnPage(to === turns.page ? undefined : to);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key);
    if (!step || event.target !== frame.current) return;
    event.preventDefault();
    turn(page + step);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Keys turn the pages as its buttons do.
    <div
      className={styles.presented}
      ref={frame}
      role="region"
      aria-label={`表示中の資料 ${title}`}
      tabIndex={0}
      onKeyDown={handleKeyDown}
    >
      {file ? (
        <PdfPage
          {...{ file, title, page }}
          pointer={isFollowing ? pointer : null}
          onPoint={isPointing ? point : undefined}
        >
          {badge}
        </PdfPage>
      ) : (
        <div className={styles.page}>
          <PdfState {...{ hasFailed, retry }} />
        </div>
      )}
      <div className={styles.bar}>
        <PageButtons {...{ page, pageCount, lastPage }} onTurn={turn} />
        <span className={styles.name}>{title}</span>
        {!isFollowing && (
          <Button size="small" icon={<Icon icon={Undo2} />} onClick={() => setOwnPage(undefined)}>
            {turns.page}ページに戻る
          </Button>
        )}
        {isMine && media && (
          <IconButton label="ポインター" aria-pressed={isPointing} onClick={() => setIsPointing(!isPointing)}>
            <Icon icon={MousePointer2} />
          </IconButton>
        )}
        {isMine && (
          <IconButton
            label="参加者が先のページを見られるようにする"
            aria-pressed={mayLookAhead}
            onClick={() => turns.allow(!mayLookAhead)}
          >
            <Icon icon={Eye} />
          </IconButton>
        )}
        <IconButton label="全画面にする" onClick={() => toggleFullScreen(frame.current)}>
          <Icon icon={Fullscreen} />
        </IconButton>
        {isModerator(role) && (
          <IconButton label="資料の表示を終える" onClick={turns.stop}>
            <Icon icon={X} />
          </IconButton>
        )}
      </div>
    </div>
  );
}

/** A PDF on its way, or why there is none. */
export const PdfState = ({ hasFailed, retry }: { hasFailed: boolean; retry: () => void }) => (
  <div className={styles.state} role="status">
    {hasFailed ? (
      <>
        <span>資料を表示できませんでした。</span>
        <Button size="small" onClick={retry}>
          もう一度試す
        </Button>
      </>
    ) : (
      <>
        <Spinner />
        <span>資料を読み込んでいます…</span>
      </>
    )}
  </div>
);

function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  // On iPhones only video elements can be shown full screen, not this one.
  else element?.requestFullscreen?.().catch(() => undefined);
}
