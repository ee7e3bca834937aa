import { MAX_GROUP_MINUTES, MAX_GROUPS, MIN_GROUPS } from '@manabiba/shared/contract/limits';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { splitClassroom } from '@manabiba/shared/data/endpoints';
import { isApiError, useEndpointMutation, useMe } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { type FormEvent, useState } from 'react';

import { RECORDED_ROOM } from './group-card';
import { groupName, MAIN_ROOM } from './group-names';

import styles from './groups.module.css';

interface GroupFormProps {
  classroomId: string;
  people: readonly RoomUserDoc[];
  onClose: () => void;
}

type Way = 'random' | 'named';
const ways = [
  { value: 'random', label: 'ランダムに、同じくらいの人数で' },
  { value: 'named', label: '一人ずつ選んで' },
] as const satisfies { value: Way; label: string }[];
const MINUTES = [1, 3, 5, 10, 15, 20, 30, 45, MAX_GROUP_MINUTES];
const DEFAULT_MINUTES = 10;
const counts = Array.from({ length: MAX_GROUPS - MIN_GROUPS + 1 }, (_, index) => index + MIN_GROUPS);

/** Divides the room: at random in even sizes, or person by person. */
export function GroupForm({ classroomId, people, onClose }: GroupFormProps) {
  const me = useMe();
  const [way, setWay] = useState<Way>('random');
  const [count, setCount] = useState(MIN_GROUPS);
  const [minutes, setMinutes] = useState(DEFAULT_MINUTES);
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const split = useEndpointMutation(splitClassroom);
  const [problem, setProblem] = useState<string>();
  const others = people.filter(({ role, id }) => role !== 'host' && (way === 'named' || id !== me.id));
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    const groups = Array.from({ length: count }, (_, index) => ({
      name: groupName(index),
      userIds: way === 'random' ? [] : others.filter(({ id }) => chosen.get(id) === index).map(({ id }) => id),
    }));
    try {
      await split.run({ params: { id: classroomId }, body: { minutes, isRandom: way === 'random', groups } });
      onClose();
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(Object.values(error.fields ?? {})[0] ?? error.message);
    }
  };
  return (
    <FormDialog
      title="グループに分ける"
      submitLabel="グループに分ける"
      isDirty={chosen.size > 0}
      isSubmitting={split.isRunning}
      onSubmit={(event) => void handleSubmit(event)}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <p className={styles.soft}>
          グループごとに、声と映像が分かれます。ホストはメインの部屋に残り、どのグループも訪ねられます。コメントと質問は、これまでどおり全員に届きます。
          {RECORDED_ROOM}
        </p>
        <Select label="分け方" value={way} options={ways} onChange={({ target }) => setWay(target.value as Way)} />
        <div className={styles.pair}>
          <Select
            label="グループの数"
            value={String(count)}
            options={counts.map((value) => ({ value: String(value), label: `${value}グループ` }))}
            onChange={({ target }) => setCount(Number(target.value))}
          />
          <Select
            label="時間"
            value={String(minutes)}
            options={MINUTES.map((value) => ({ value: String(value), label: `${value}分` }))}
            onChange={({ target }) => setMinutes(Number(target.value))}
          />
        </div>
        {way === 'random' ? (
          <p>{`${others.filter(({ role }) => role !== 'co_host').length}人を、同じくらいの人数に分けます。`}</p>
        ) : (
          <PersonChoices {...{ people: others, count, chosen }} onChoose={setChosen} />
        )}
        {problem && (
          <p className={styles.error} role="alert">
            {problem}
          </p>
        )}
      </div>
    </FormDialog>
  );
}

interface PersonChoicesProps {
  people: readonly RoomUserDoc[];
  /** The number of groups. */
  count: number;
  /** The places of the chosen groups, by person. */
  chosen: ReadonlyMap<string, number>;
  onChoose: (chosen: ReadonlyMap<string, number>) => void;
}

/** The group of each person; without a choice they stay in the main room. */
const PersonChoices = ({ people, count, chosen, onChoose }: PersonChoicesProps) => (
  <ul className={styles.list} aria-label="参加している人">
    {people.map(({ id, nickname }) => (
      <li key={id} className={styles.person}>
        <span className={styles.words}>{nickname}</span>
        <Select
          label={`${nickname}さんのグループ`}
          isLabelHidden
          value={String(chosen.get(id) ?? '')}
          placeholder={MAIN_ROOM}
          options={Array.from({ length: count }, (_, index) => ({ value: String(index), label: groupName(index) }))}
          onChange={({ target }) => onChoose(withChoice(chosen, id, target.value))}
        />
      </li>
    ))}
  </ul>
);

function withChoice(chosen: ReadonlyMap<string, number>, id: string, value: string): ReadonlyMap<string, number> {
  const next = new Map(chosen);
  if (value === '') next.delete(id);
  else next.set(id, Number(value));
  return next;
}
