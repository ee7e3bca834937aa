import { useState } from 'react';
import { isSignedIn, Link, Navigate, paths, useMe, usePageTitle, useSearchParams } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Panel } from '@manabiba/shared/ui/panel';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { LogoLink } from '../../chrome/logo-link';
import { EmailSignInForm } from './email-form';
import { nextPath } from './next-path';
import { SchoolSignInForm } from './school-form';
import styles from './sign-in.module.css';
import { NewAccountForm } from './sign-up-form';

const tabs = [{ key: 'signin', label: 'ログイン' }, { key: 'signup', label: '新規登録' }] as const;

/** Sign-in and sign-up. Whoever is signed in goes on to where they wanted to go. */
export function SignInPage() {
  const me = useMe();
  const [query, setQuery] = useSearchParams();
  const [isPupil, setIsPupil] = useState(false);
  const tab = query.get('tab') === 'signup' ? 'signup' : 'signin';
  usePageTitle(tab === 'signup' ? '新規登録' : 'ログイン');
  if (isSignedIn(me)) return <Navigate to={nextPath(query.get('next'), location.origin)} replace />;

  const select = (key: 'signin' | 'signup') => setQuery((known) => {
    if (key === 'signup') known.set('tab', key);
    else known.delete('tab');
    return known;
  }, { replace: true });

  return (
    <PageBody className={styles.page}>
      <div className={styles.logo}><LogoLink /></div>
      <h1><VisuallyHidden>ログインと新規登録</VisuallyHidden></h1>
      <Panel className={styles.gate}>
        <Tabs label="ログインと新規登録" tabs={tabs} selected={tab} onSelect={select} isEven panelClassName={styles.body}>
          {tab === 'signup' && <NewAccountForm />}
          {tab === 'signin' && !isPupil && <EmailSignInForm onSchool={() => setIsPupil(true)} />}
          {tab === 'signin' && isPupil && <SchoolSignInForm onBack={() => setIsPupil(false)} />}
        </Tabs>
      </Panel>
      <p className={styles.foot}><Link className={moreLinkClass} to={paths.top.href()}><MoreLabel>ログインせずに見る</MoreLabel></Link></p>
    </PageBody>
  );
}
