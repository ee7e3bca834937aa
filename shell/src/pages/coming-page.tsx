import { Hourglass } from 'lucide-react';
import { knownPath, Link, paths, useLocation, usePageTitle } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';

/** A part of the product that has an address, and links that lead there, before it is built. */
export function ComingPage() {
  const part = knownPath(useLocation().pathname)?.part ?? 'このページ';
  usePageTitle(part);
  const actions = (
    <>
      <Link className={buttonClass()} to={paths.top.href()}>トップページへ</Link>
      <Link className={buttonClass({ variant: 'ghost' })} to={paths.classrooms.href()}>教室をさがす</Link>
    </>
  );
  return <GuardPanel sign={Hourglass} title={`「${part}」は準備中です。`} actions={actions}>公開まで、いましばらくお待ちください。</GuardPanel>;
}
