import type { SignedInMe } from '@manabiba/shared/contract/users';
import type { ProviderToken } from '@manabiba/shared/page/sign-up-steps';
import {
  canUpgrade,
  isSignedIn,
  Link,
  Navigate,
  paths,
  toast,
  useConfig,
  useKeepsCookies,
  useMe,
  usePageTitle,
  useSearchParams,
} from '@manabiba/shared/platform';
import type { Intent } from '@manabiba/shared/session/intent';
import { dropIntent, readIntent, takeIntent } from '@manabiba/shared/session/intent-at-hand';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import { Panel } from '@manabiba/shared/ui/panel';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { type ReactNode, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';

import { Gate } from '../gate/gate';
import { carryOut } from './carry-out';
import { ClosedSignUp } from './closed-sign-up';
import { CookiesNeeded } from './cookies-needed';
import { EmailSignInForm } from './email-form';
import { useIdentityProvider } from './identity/identity-provider';
import { IntentNotice } from './intent-notice';
import { nextPath } from './next-path';
import { SchoolReturning, SchoolSignInForm } from './school/school-form';
import { type SchoolReturn, useSchoolReturn } from './school/use-school-return';
import { SignUpTab } from './sign-up-tab';
import { useSecondStep } from './use-second-step';
import { type SignInCall, SignInProvider, signInWithCall } from './use-sign-in-call';
import { hasNextSteps, WelcomePanel } from './welcome-panel';

import styles from './sign-in.module.css';

const tabs = [
  { key: 'signin', label: 'ログイン' },
  { key: 'signup', label: '新規登録' },
] as const;

/**
 * Sign-in and sign-up. A signed-in user is redirected to the requested page; a new user first sees the next steps, and
 * an adult who becomes a professional does so here. A visitor's intent is carried out after sign-in.
 */
export function SignInPage() {
  const me = useMe();
  const [query, setQuery] = useSearchParams();
  const mark = query.get('intent');
  const { actions: first, isNew } = useActions(mark);
  const { step, completeSignIn } = useSecondStep(first.completeSignIn);
  const actions = { ...first, completeSignIn };
  const returned = useSchoolReturn(actions.completeSignIn);
  const [intent, setIntent] = useState(() => readIntent(mark));
  const tab = query.get('tab') === 'signup' ? 'signup' : 'signin';
  const isUpgrade = tab === 'signup' && query.get('kind') === 'professional' && isSignedIn(me) && canUpgrade(me);
  const keepsCookies = useKeepsCookies(useConfig().hasSecureCookies);
  usePageTitle(isUpgrade ? 'プロフェッショナルの登録' : tab === 'signup' ? '新規登録' : 'ログイン');
  const next = nextPath(query.get('next'), location.origin);
  if (isSignedIn(me) && !isUpgrade)
    return isNew ? (
      <Gate>
        <WelcomePanel me={me} next={next} />
      </Gate>
    ) : (
      <Navigate to={next} replace />
    );

  const select = (key: 'signin' | 'signup') =>
    setQuery(
      (known) => {
        if (key === 'signup') known.set('tab', key);
        else for (const name of ['tab', 'kind', 'step']) known.delete(name);
        return known;
      },
      { replace: true },
    );
  const handleDropIntent = () => {
    dropIntent();
    setIntent(null);
  };
  const foot = (
    <Link className={moreLinkClass} to={isUpgrade ? next : paths.top.href()}>
      <MoreLabel>{isUpgrade ? '登録せずに戻る' : 'ログインせずに見る'}</MoreLabel>
    </Link>
  );
  return (
    <SignInProvider value={actions}>
      <Gate foot={foot}>
        {!keepsCookies && <CookiesNeeded />}
        {keepsCookies && isUpgrade && <Upgrade />}
        {keepsCookies && !isUpgrade && (
          <SignInTabs
            tab={tab}
            step={step}
            returned={returned}
            onSelect={select}
            intent={intent}
            onDropIntent={handleDropIntent}
          />
        )}
      </Gate>
    </SignInProvider>
  );
}

/** The sign-in and sign-up actions of this page, and whether the user has just signed up. */
function useActions(mark: string | null) {
  const store = useSessionStore();
  const [isNew, setIsNew] = useState(false);
  const actions = useMemo(() => {
    const completeSignIn = async (call: SignInCall, greet?: (user: SignedInMe) => void) => {
      let intent: Intent | null = null;
      await signInWithCall(store, call, (user) => {
        // Read while the page is still the visitor's: afterwards the intent is gone.
        intent = takeIntent(mark);
        greet?.(user);
      });
      if (intent) void carryOut(intent);
    };
    const greet = (user: SignedInMe) => {
      // Synchronous, because the next render of the session needs it.
      flushSync(() => setIsNew(hasNextSteps(user)));
      toast.success('登録が完了しました。');
    };
    return {
      completeSignIn: (call: SignInCall) => completeSignIn(call),
      completeSignUp: (call: SignInCall) => completeSignIn(call, greet),
    };
  }, [store, mark]);
  return { actions, isNew };
}

interface SignInTabsProps {
  tab: 'signin' | 'signup';
  /** Shown in place of the forms of signing in. */
  step: ReactNode;
  /** A pupil comes back from the page of the school. */
  returned: SchoolReturn | null;
  onSelect: (tab: 'signin' | 'signup') => void;
  /** The action that led the visitor here. */
  intent: Intent | null;
  onDropIntent: () => void;
}

function SignInTabs({ tab, step, returned, onSelect, intent, onDropIntent }: SignInTabsProps) {
  const isClosed = useIsClosed();
  const [isPupil, setIsPupil] = useState(returned !== null);
  const [provided, setProvided] = useState<ProviderToken | null>(null);
  const { ask, dialog } = useIdentityProvider();
  const handleNewcomer = (token: ProviderToken) => {
    setProvided(token);
    onSelect('signup');
  };
  return (
    <>
      <h1>
        <VisuallyHidden>ログインと新規登録</VisuallyHidden>
      </h1>
      <Panel className={styles.gate}>
        <Tabs
          label="ログインと新規登録"
          tabs={tabs}
          selected={tab}
          onSelect={onSelect}
          isEven
          panelClassName={styles.body}
        >
          {intent && !(tab === 'signup' && isClosed) && (
            <IntentNotice intent={intent} tab={tab} onDrop={onDropIntent} />
          )}
          {tab === 'signup' && (isClosed ? <ClosedSignUp /> : <SignUpTab askProvider={ask} provided={provided} />)}
          {tab === 'signin' && (
            <>
              {step}
              <div hidden={step !== null}>
                {!isPupil && (
                  <EmailSignInForm onSchool={() => setIsPupil(true)} askProvider={ask} onNewcomer={handleNewcomer} />
                )}
                {isPupil && returned?.isBusy && <SchoolReturning />}
                {isPupil && !returned?.isBusy && (
                  <SchoolSignInForm returned={returned} onBack={() => setIsPupil(false)} />
                )}
              </div>
            </>
          )}
        </Tabs>
      </Panel>
      {dialog}
    </>
  );
}

/** Returns whether the service no longer accepts new users. */
const useIsClosed = () => useConfig().closure.mode === 'readonly';

function Upgrade() {
  const isClosed = useIsClosed();
  return (
    <Panel className={styles.gate}>
      <div className={styles.body}>
        <h1 className={styles.upgrade}>プロフェッショナルの登録</h1>
        {isClosed ? <ClosedSignUp isUpgrade /> : <SignUpTab askProvider={null} provided={null} />}
      </div>
    </Panel>
  );
}
