import { holdWayBack, useNavigate } from '@manabiba/shared/platform';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { useEffect, useRef, useState } from 'react';

/** Asks before somebody leaves the page by a link or the browser's way back, or closes it, while `isDirty`: what they typed would be gone. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const navigate = useNavigate();
  const [goal, setGoal] = useState<string | -1 | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!isDirty) return undefined;
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const handleClick = (event: MouseEvent) => {
      const wanted = goalOf(event);
      if (!wanted) return;
      event.preventDefault();
      event.stopPropagation();
      setGoal(wanted);
    };
    const here = { href: location.href, pathname: location.pathname, state: history.state as unknown };
    const handleWayBack = (event: PopStateEvent) => {
      if (isLeaving.current || location.pathname === here.pathname) return;
      event.stopImmediatePropagation();
      // The browser has gone already. This page stands after where it went, so that one step back leads there.
      history.pushState(here.state, '', here.href);
      setGoal(-1);
    };
    window.addEventListener('beforeunload', handleUnload);
    // Before the router hears of it.
    document.addEventListener('click', handleClick, { capture: true });
    const letGo = holdWayBack(handleWayBack);
    return () => {
      letGo();
      window.removeEventListener('beforeunload', handleUnload);
      document.removeEventListener('click', handleClick, { capture: true });
    };
  }, [isDirty]);

  const handleConfirm = () => {
    isLeaving.current = true;
    if (goal === -1) void navigate(goal);
    else if (goal !== null) void navigate(goal);
  };

  return (
    <ConfirmDialog
      isOpen={goal !== null}
      onClose={() => setGoal(null)}
      onConfirm={handleConfirm}
      title="変更が保存されていません"
      confirmLabel="保存せずに移動する"
      cancelLabel="編集を続ける"
      isDanger
    >
      このまま移動すると、変更した内容は失われます。
    </ConfirmDialog>
  );
}

/** Where a plain press of a link inside the product leads, if that is another page. */
function goalOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target !== '' || link.origin !== location.origin || link.pathname === location.pathname) return null;
  return link.pathname + link.search + link.hash;
}
