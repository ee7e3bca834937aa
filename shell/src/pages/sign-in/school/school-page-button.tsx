import { startSchoolSignIn } from '@manabiba/shared/data/endpoints';
import { isApiError, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { ExternalLink } from 'lucide-react';

import { keepSchoolPageMemory } from './school-page-memory';

interface SchoolPageButtonProps {
  /** Returns the code of the school, or null after having asked for it. */
  askSchoolCode: () => Promise<string | null>;
  /** Called with the reason when the page cannot be opened. */
  onRefused: (message: string) => void;
}

/** Leads to the sign-in page of the school, which leads back here. */
export function SchoolPageButton({ askSchoolCode, onRefused }: SchoolPageButtonProps) {
  const { run, isRunning } = useEndpointMutation(startSchoolSignIn);

  async function leave() {
    const schoolCode = await askSchoolCode();
    if (schoolCode === null) return;
    try {
      const { url, browserKey } = await run({ body: { schoolCode } });
      const state = new URL(url).searchParams.get('state') ?? '';
      keepSchoolPageMemory(state, { browserKey, search: window.location.search });
      window.location.assign(url);
    } catch (error) {
      if (!isApiError(error)) throw error;
      onRefused(error.message);
    }
  }

  return (
    <Button
      isBlock
      icon={<Icon icon={ExternalLink} size={16} />}
      isLoading={isRunning}
      onClick={() => void leave()}
      aria-description="ログインのあと、この画面に戻ります。"
    >
      学校のページでログイン
    </Button>
  );
}
