import { MAX_SEARCH_LENGTH } from '@manabiba/shared/contract/limits';
import type { User } from '@manabiba/shared/contract/users';
import { search } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import styles from './event-editor.module.css';

interface SpeakerDialogProps {
  chosen: readonly User[];
  onChoose: (person: User) => void;
  onClose: () => void;
}

/** Searches users by name to add a speaker to an event. */
export function SpeakerDialog({ chosen, onChoose, onClose }: SpeakerDialogProps) {
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  const { data, error, retry } = useEndpoint(
    search,
    wanted === '' ? null : { query: { q: wanted, kinds: 'professional,person', limit: 20 } },
  );
  const people = data?.items
    .flatMap((found): User[] => {
      if (found.kind === 'professional') return [found.professional];
      return found.kind === 'person' ? [found.person] : [];
    })
    .filter(({ id }) => !chosen.some((speaker) => speaker.id === id));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWanted(typed.trim());
  };
  return (
    <Dialog
      isOpen
      title="話す人を追加する"
      size="small"
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={<Button onClick={onClose}>閉じる</Button>}
    >
      <div className={styles.find}>
        <TextField
          label="ニックネーム"
          hint="13歳以上の方を、名前でさがして追加できます。"
          autoComplete="off"
          maxLength={MAX_SEARCH_LENGTH}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">さがす</Button>
      </div>
      <div aria-live="polite">
        {wanted !== '' && !data && !error && <SkeletonRows count={3} />}
        {error && !data && <ErrorState title="さがせませんでした。" onRetry={retry} />}
        {people?.length === 0 && <p className={styles.hint}>「{wanted}」に当てはまる方は見つかりませんでした。</p>}
      </div>
      <ul className={styles.found} aria-label="見つかった方">
        {people?.map((person) => (
          <li key={person.id}>
            <Avatar person={person} size={40} />
            <span className={styles.grow}>
              <strong>{person.nickname}</strong>
              {person.job && <small>{person.job}</small>}
            </span>
            <Button size="small" aria-label={`${person.nickname}を追加する`} onClick={() => onChoose(person)}>
              追加する
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
