import { paths } from '@manabiba/shared/navigation/paths';
import { retiredRouteAt, titleOfRetired } from '@manabiba/shared/navigation/retired-routes';
import { useLocation, usePageTitle } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { CircleOff } from 'lucide-react';

import { useRegistry } from '../remotes/remotes-context';

/** 410: a page that went away with its remote. Its links load in full, because by then it may be back. */
export function RetiredPage() {
  const { pathname } = useLocation();
  const registry = useRegistry();
  const route = retiredRouteAt(registry, pathname) ?? { title: 'このページ' };
  usePageTitle(titleOfRetired(route));
  const actions = (
    <>
      <a className={buttonClass()} href={paths.top.href()}>
        トップページへ
      </a>
      {!retiredRouteAt(registry, paths.classrooms.pattern) && (
        <a className={buttonClass({ variant: 'ghost' })} href={paths.classrooms.href()}>
          教室をさがす
        </a>
      )}
    </>
  );
  return (
    <GuardPanel sign={CircleOff} title={`「${route.title}」の提供は終了しました。`} actions={actions}>
      ほかの機能は、これまでどおりご利用いただけます。
    </GuardPanel>
  );
}
