import { isApiError, toast } from '@manabiba/shared/platform';
import { useCallback, useEffect, useRef, useState } from 'react';

import { useOnlineGuard } from '../../core/room/use-online-guard';
import { doneSentence, perform, type Person, type PersonAct, refusalSentence } from './person-act';

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Performs actions on people of a room; removing someone requires confirmation (`asked`). Effects show up in the room's
 * live documents. `busy` holds the ids of people with a pending action, `refusal` the error of the last action until it
 * is closed or another begins, `removals` counts removals and readmissions.
 */
export function usePersonActs(classroomId: string) {
  const [busy, setBusy] = useState(NOBODY);
  const [removals, setRemovals] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const [asked, setAsked] = useState<Person>();

  const carryOut = useCallback(
    async function carryOut(act: PersonAct, person: Person): Promise<void> {
      setRefusal(undefined);
      setBusy((known) => new Set([...known, person.id]));
      try {
        await perform(act, classroomId, person);
        const sentence = doneSentence(act, person);
        const undo =
          act.kind === 'kick'
            ? { label: '元に戻す', onPress: () => void carryOut({ kind: 'readmit' }, person) }
            : undefined;
        if (sentence) toast.success(sentence, undo);
        if (act.kind === 'kick' || act.kind === 'readmit') setRemovals((known) => known + 1);
      } catch (error) {
        if (!isApiError(error)) throw error;
        setRefusal(refusalSentence(act, person, error));
      } finally {
        setBusy((known) => new Set([...known].filter((id) => id !== person.id)));
      }
    },
    [classroomId],
  );

  // Passed to every row, so its identity must not change with the connection.
  const guardNow = useOnlineGuard();
  const guard = useRef(guardNow);
  useEffect(() => {
    guard.current = guardNow;
  });
  const act = useCallback(
    (what: PersonAct, person: Person) =>
      guard.current(() => {
        if (what.kind === 'kick') setAsked(person);
        else void carryOut(what, person);
      }),
    [carryOut],
  );

  return {
    act,
    busy,
    refusal,
    asked,
    removals,
    closeRefusal: () => setRefusal(undefined),
    cancel: () => setAsked(undefined),
    confirm: (person: Person) => {
      setAsked(undefined);
      void carryOut({ kind: 'kick' }, person);
    },
  };
}

export type PersonActs = ReturnType<typeof usePersonActs>;
