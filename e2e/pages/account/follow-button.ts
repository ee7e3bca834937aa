import type { Page } from '@playwright/test';

/** フォローする for one user, and its later states. */
export const followButton = (page: Page, nickname: string) => ({
  follow: page.getByRole('button', { name: `${nickname}さんをフォローする` }),
  following: page.getByRole('button', { name: `${nickname}さんをフォロー中。フォローを解除` }),
});
