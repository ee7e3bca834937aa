import type { Category } from '@manabiba/shared/contract/categories';
import type { Classroom, CreateClassroomInput } from '@manabiba/shared/contract/classrooms';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { parseDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { paths, serverClock, showMessageFor, toast, useFormFill, useNavigate } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

import { ClassroomFormDialog } from './classroom-form-dialog';
import {
  type ClassroomFormValues,
  duplicateValues,
  isAllUsersForced,
  newClassroomValues,
  toClassroomInput,
} from './classroom-form.schema';
import { SeriesDialog } from './series-dialog';
import { weeklyStarts } from './timing/weekly-starts';
import { type CreatedClassroom, useCreateClassrooms } from './use-create-classrooms';

interface CreateClassroomDialogProps {
  /** Must not be empty. */
  categories: Category[];
  me: SignedInMe;
  /** The classroom whose fields a new one takes over. */
  source?: Classroom | undefined;
  onClose: () => void;
}

/** How long a start counts as now, in milliseconds: the server refuses one that is a minute old. */
const NOW_MS = 45_000;

/**
 * 教室をつくる: one that starts now, which is entered at once, one at a later time, whose page is opened, or one in each of
 * several weeks.
 */
export function CreateClassroomDialog({ categories, me, source, onClose }: CreateClassroomDialogProps) {
  const [openedAt] = useState(() => new Date());
  const [initialValues] = useState(() =>
    source
      ? duplicateValues(source, categories, me, openedAt)
      : newClassroomValues(categories[0]?.id ?? '', me, openedAt),
  );
  const [isNow, setIsNow] = useState(false);
  const [dates, setDates] = useState(1);
  const { create, series, isRunning } = useCreateClassrooms();
  const finish = useFinish(onClose);
  const startingNow = useStartingNow();
  const handleInput = useFormFill('form_fill_create_classroom');

  const submit = async (values: ClassroomFormValues) => {
    const created = await create(isNow ? [startingNow(values)] : weekly(values, dates, openedAt));
    if (created) finish(created, isNow);
  };
  const handleRetry = () => {
    if (!series) return;
    create(series.rest, series.created).then((created) => created && finish(created, false), showMessageFor);
  };
  if (series) return <SeriesDialog series={series} isRunning={isRunning} onRetry={handleRetry} onClose={onClose} />;
  return (
    <ClassroomFormDialog
      title="教室をつくる"
      submitLabel={isNow ? '今すぐ始める' : '作成する'}
      categories={categories}
      initialValues={initialValues}
      isAllUsersForced={isAllUsersForced(me)}
      timing={{ isNow, onNow: setIsNow, dates, onDates: setDates, openedAt }}
      onSubmit={submit}
      onInput={handleInput}
      onClose={onClose}
      failureSentence={({ status, message }) =>
        status === 403 ? message : 'エラーが発生しました。しばらくしてからもう一度お試しください。'
      }
    />
  );
}

/**
 * The start is now by the clock of the server. Equal values keep their start for a while, and with it the idempotency
 * key: a retry after a lost answer creates no second classroom.
 */
function useStartingNow() {
  const last = useRef<{ asked: string; at: number; input: CreateClassroomInput }>(undefined);
  return (values: ClassroomFormValues): CreateClassroomInput => {
    const asked = JSON.stringify(values);
    const at = Date.now();
    if (last.current?.asked === asked && at - last.current.at < NOW_MS) return last.current.input;
    const aheadMs = Number.isNaN(serverClock.aheadMs) ? 0 : serverClock.aheadMs;
    const input = { ...toClassroomInput(values), startAt: new Date(at + aheadMs).toISOString() };
    last.current = { asked, at, input };
    return input;
  };
}

/** One classroom a week, no further ahead than one can be created. */
function weekly(values: ClassroomFormValues, dates: number, openedAt: Date): CreateClassroomInput[] {
  const input = toClassroomInput(values);
  const start = parseDateTimeInput(values.startAt);
  if (dates < 2 || !start) return [input];
  return weeklyStarts(start, openedAt)
    .slice(0, dates)
    .map((each) => ({ ...input, startAt: each.toISOString() }));
}

/** Says what was created and leads to it. */
function useFinish(onClose: () => void) {
  const navigate = useNavigate();
  return ([first, ...more]: readonly CreatedClassroom[], entersRoom: boolean) => {
    if (!first) return;
    toast.success(more.length > 0 ? `教室を${more.length + 1}つ作成しました。` : '教室を作成しました。');
    onClose();
    if (more.length > 0) void navigate(paths.myClassrooms.href({}, { role: 'host' }));
    else void navigate(paths.classroom.href({ id: first.id }), entersRoom ? { state: { entersRoom } } : {});
  };
}
