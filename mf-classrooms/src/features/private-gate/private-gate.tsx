import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { getClassroomEvent } from '@manabiba/shared/data/endpoints';
import { formatDate, formatTime } from '@manabiba/shared/format/date-time';
import { Link, paths, useEndpoint, useNavigate, usePageTitle } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Lock, Ticket } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { readInvitation } from './private-invitation';

import styles from './private-gate.module.css';

interface PrivateGateProps {
  classroomId: string;
  /** Whether the URL already contained a key, which did not work. */
  hasKey: boolean;
}

/** Shown instead of a classroom that was not found: the door to the event that takes place there, or to an invitation. */
export function PrivateGate({ classroomId, hasKey }: PrivateGateProps) {
  const { data, isLoading } = useEndpoint(getClassroomEvent, { params: { id: classroomId } });
  if (isLoading)
    return (
      <PageBody>
        <SkeletonDetail />
      </PageBody>
    );
  return data?.event ? <EventDoor event={data.event} /> : <InvitationDoor hasKey={hasKey} />;
}

/** What a room of an event shows to those without a seat. */
function EventDoor({ event }: { event: ClassroomEvent }) {
  usePageTitle(event.title);
  return (
    <PageBody className={styles.page}>
      <section className={styles.guard}>
        <Icon icon={Ticket} size={32} className={styles.icon} />
        <h1>イベントの会場です。</h1>
        <p>
          {`「${event.title}」(${formatDate(event.startAt)} ${formatTime(event.startAt)}から)の会場です。お席をお持ちの方が、イベントのページから入場できます。`}
        </p>
        <div className={styles.actions}>
          <Link className={buttonClass({ variant: 'primary' })} to={paths.event.href({ id: event.id })}>
            イベントのページへ
          </Link>
        </div>
      </section>
    </PageBody>
  );
}

/** The api does not distinguish private from missing classrooms, so this covers both and accepts an invitation. */
function InvitationDoor({ hasKey }: Pick<PrivateGateProps, 'hasKey'>) {
  usePageTitle('招待のURLが必要です');
  return (
    <PageBody className={styles.page}>
      <section className={styles.guard}>
        <Icon icon={Lock} size={32} className={styles.icon} />
        <h1>この教室に入るには、招待のURLが必要です。</h1>
        <p>
          {hasKey
            ? 'このURLは変更されたか、無効になっています。ホストに新しいURLをお問い合わせください。'
            : 'ホストから届いたURLを開くか、ここに貼り付けてください。教室が見つからないときも、この画面になります。'}
        </p>
        <InvitationForm />
        <div className={styles.actions}>
          <Link className={buttonClass({ variant: 'ghost' })} to={paths.classrooms.href()}>
            ほかの教室をさがす
          </Link>
        </div>
      </section>
    </PageBody>
  );
}

/** Accepts a pasted invitation URL of this product and navigates to it. */
function InvitationForm() {
  const navigate = useNavigate();
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string>();

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const invitation = readInvitation(url, window.location.origin);
    if (invitation) void navigate(paths.classroom.href({ id: invitation.classroomId }, { key: invitation.key }));
    else setError(url.trim() ? 'まなびばの招待のURLを貼り付けてください。' : '招待のURLを入力してください。');
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <div className={styles.field}>
        <TextField
          label="招待のURL"
          isLabelHidden
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          error={error}
          onChange={(event) => {
            setUrl(event.target.value);
            setError(undefined);
          }}
        />
      </div>
      <Button type="submit" variant="primary">
        開く
      </Button>
    </form>
  );
}
