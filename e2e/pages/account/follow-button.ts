import type { Page } from '@playwright/test';

/** フォローする for one person, and what it becomes. */
export const followButton = (page: Page, nickname: string) => ({
  follow: page.getByRole('button', { name: `${nickname}さんをフォローする` }),
  following: page.getByRole('button', { name: `${nickname}さんをフォロー中。フォローを解除` }),
});
