import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { PinnedDoc } from '@manabiba/shared/contract/room-documents';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { LinkedText } from '@manabiba/shared/ui/linked-text';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { ChevronDown, ChevronUp, Pin, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { BlockedPlace } from '../../core/room/blocked-place';
import { isModerator } from '../../core/room/room-rights';
import { useBlocked } from '../../core/room/use-blocked';
import { usePin } from '../../core/room/use-pin';

import styles from './pinned-strip.module.css';

interface PinnedStripProps {
  classroomId: string;
  role: RoomRole;
  pinned: PinnedDoc;
}

const kindNames = { question: '質問', comment: 'コメント' } as const;

/** What the host has pinned, over the stage: three lines, all of it on demand. A screen reader says it once. */
export function PinnedStrip({ classroomId, role, pinned }: PinnedStripProps) {
  const { kind, id, userId, nickname, body } = pinned;
  const { unpin } = usePin(classroomId);
  const { blocked, isKnown } = useBlocked();
  const [shownId, setShownId] = useState<string>();
  const isHidden = userId !== null && blocked.has(userId) && shownId !== id;
  // Waits for the block list so that words of blocked users never flash up.
  if (!isKnown) return null;
  const what = kindNames[kind];
  return (
    <section className={styles.strip} aria-label={`ピン留めされた${what}`}>
      <span className={styles.mark}>
        <Icon icon={Pin} size={16} />
      </span>
      {isHidden ? (
        <BlockedPlace what={what} onShow={() => setShownId(id)} />
      ) : (
        <PinnedWords key={`${id} ${body}`} name={nickname} body={body} />
      )}
      {isModerator(role) && (
        <IconButton label={`${what}をステージから外す`} className={styles.tool} onClick={unpin}>
          <Icon icon={X} />
        </IconButton>
      )}
      <VisuallyHidden>
        <Announcement key={id} words={isHidden ? '' : `ピン留めされた${what}: ${nickname}さん ${body}`} />
      </VisuallyHidden>
    </section>
  );
}

/** Fills a live region after it is there, which is when screen readers speak; later edits are silent. */
function Announcement({ words }: { words: string }) {
  const [said, setSaid] = useState('');
  const first = useRef(words);
  useEffect(() => setSaid(first.current), []);
  return <span role="status">{said}</span>;
}

function PinnedWords({ name, body }: { name: string; body: string }) {
  const id = useId();
  const words = useRef<HTMLParagraphElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    const element = words.current;
    if (!element) return undefined;
    const sizes = new ResizeObserver(() => {
      if (!isOpen) setIsCut(element.scrollHeight > element.clientHeight + 1);
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [isOpen]);
  return (
    <>
      <div className={styles.words}>
        <strong className={styles.name}>{name}</strong>
        <p id={id} ref={words} className={styles.body} data-open={isOpen || undefined}>
          <LinkedText text={body} />
        </p>
      </div>
      {(isCut || isOpen) && (
        <IconButton
          label={isOpen ? '短く表示' : 'すべて表示'}
          className={styles.tool}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon icon={isOpen ? ChevronUp : ChevronDown} />
        </IconButton>
      )}
    </>
  );
}
