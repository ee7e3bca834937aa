import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { useIncrementalRender } from '@manabiba/shared/loading/use-incremental-render';
import { Button } from '@manabiba/shared/ui/button';
import { TextField } from '@manabiba/shared/ui/text-field';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';
import { type RefObject, useMemo, useState } from 'react';

import { attendanceHref } from '../../core/classroom/classroom-path';
import { isModerator } from '../../core/room/room-rights';
import { inListOrder, namedLike } from './people-order';
import { type PeopleRowProps, PersonRow } from './person-row';
import { useNearRows } from './use-near-rows';

import styles from './room-panel.module.css';

/** Row height as styled, in px. */
const ROW_HEIGHT = 48;
const ROWS_A_FRAME = 4;
/** The number of participants from which the name search is shown. */
const SEARCH_FROM = 20;

interface PeopleListProps extends Omit<PeopleRowProps, 'person'> {
  classroomId: string;
  people: readonly RoomUserDoc[];
  /** The participants who are hidden; their number is mentioned. */
  hidden: ReadonlySet<string>;
  onShowHidden: () => void;
  /** The scroll container. */
  scroller: RefObject<HTMLElement | null>;
}

/** 参加している人: all participants by role. Renders only the rows near the viewport. */
export function PeopleList({ classroomId, people, hidden, onShowHidden, scroller, ...row }: PeopleListProps) {
  const [words, setWords] = useState('');
  const seen = useMemo(() => people.filter(({ id }) => !hidden.has(id)), [people, hidden]);
  const shown = useMemo(() => namedLike(inListOrder(seen), words), [seen, words]);
  const { list, from, to: end } = useNearRows(scroller, shown.length, ROW_HEIGHT);
  const to = from + useIncrementalRender(end - from, ROWS_A_FRAME);
  return (
    <section className={styles.group}>
      <div className={styles.head}>
        <h2>参加している人</h2>
        {isModerator(row.role) && (
          <a
            className={moreLinkClass}
            href={attendanceHref(classroomId)}
            target="_blank"
            rel="noopener"
            title="新しいタブで開きます"
          >
            <MoreLabel>出席の記録</MoreLabel>
          </a>
        )}
      </div>
      {people.length >= SEARCH_FROM && (
        <TextField
          label="名前でさがす"
          isLabelHidden
          placeholder="名前でさがす"
          type="search"
          className={styles.search}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <ul
        ref={list}
        aria-label="参加している人"
        style={{ paddingTop: from * ROW_HEIGHT, paddingBottom: (shown.length - to) * ROW_HEIGHT }}
      >
        {shown.slice(from, to).map((person, index) => (
          <PersonRow key={person.id} {...row} person={person} place={from + index + 1} total={shown.length} />
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.none}>{words ? '見つかりませんでした。' : 'まだだれもいません。'}</p>}
      {hidden.size > 0 && (
        <p className={styles.hidden}>
          ブロックした人 {hidden.size}人
          <Button size="small" variant="ghost" aria-label="ブロックした人を表示する" onClick={onShowHidden}>
            表示する
          </Button>
        </p>
      )}
    </section>
  );
}
