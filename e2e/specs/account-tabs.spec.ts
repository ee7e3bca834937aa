import type { Page } from '@playwright/test';

import { meIn } from '../fixtures/account/profile';
import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { aNewPerson } from '../fixtures/people';
import { sharedProduct as product } from '../fixtures/running-product';
import { expect, test } from '../fixtures/test';
import { ProfileSettingsPage } from '../pages/account/profile-settings-page';
import { SignInPage } from '../pages/account/sign-in-page';
import { Chrome } from '../pages/chrome';

test.describe.configure({ timeout: 90_000 });

test('a tab shows the user who has signed in in another tab, and shows no user after they sign out', async ({
  page,
  context,
  complaints,
}) => {
  // The older tab may send a request just as the session ends.
  complaints.allow(refusal(401, '/v1/'));
  const [one, two] = await Promise.all([ApiPerson.newcomer(product.url), ApiPerson.newcomer(product.url)]);
  const here = new ProfileSettingsPage(page);
  await one.useIn(context);
  await page.goto('/profile_settings');
  await expect(here.nickname).toHaveValue(one.nickname);

  await two.useIn(context);
  const second = await context.newPage();
  await second.goto('/profile_settings');
  await expect(new ProfileSettingsPage(second).nickname).toHaveValue(two.nickname);
  await expect(here.nickname).toHaveValue(two.nickname);
  await expect(page.getByText(one.nickname)).toHaveCount(0);

  await new Chrome(second).signOut();
  await expect(new Chrome(second).signInLink).toBeVisible();
  await expect(page).toHaveURL(/\/signin\?next=%2Fprofile_settings$/);
  await expect(page.getByText(two.nickname)).toHaveCount(0);
});

test(
  'a user who signs in in one tab stays signed in while another tab is still opening a visitor session',
  { tag: '@full' },
  async ({ page, context, complaints }) => {
    // By the api the other tab learns that a user has signed in meanwhile.
    complaints.allow(refusal(409, '/v1/user/signin/anonymous'));
    const person = aNewPerson();
    await ApiPerson.newcomer(product.url, person);
    const visitor = await aLateVisitor(page);
    await page.goto('/profile_settings');
    await expect(page).toHaveURL(/\/signin\?next=%2Fprofile_settings$/);
    await visitor.isAskedFor;

    const reload = await aSlowPage(page, '/signin');
    const second = await context.newPage();
    await second.goto('/signin');
    await new SignInPage(second).signIn(person.email, person.password);
    await expect(new Chrome(second).userMenuButton).toBeVisible();
    await reload.isAskedFor;
    // The visitor's answer arrives only now, after the cookies of the sign-in and before the page is left.
    await visitor.answer();
    reload.goOn();
    await expect(new ProfileSettingsPage(page).nickname).toHaveValue(person.nickname);
    await second.reload();
    await expect(new Chrome(second).userMenuButton).toBeVisible();
    expect(await meIn(second)).toMatchObject({ nickname: person.nickname });
  },
);

/** Holds the answer that opens a visitor session, including its cookies, until released. */
async function aLateVisitor(page: Page) {
  const opened = await fetch(`${product.url}/v1/user/signin/anonymous`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', origin: product.url, 'sec-fetch-site': 'same-origin' },
  });
  const held = aGate();
  const asked = aGate();
  const done = aGate();
  await page.route(
    '**/v1/user/signin/anonymous',
    async (route) => {
      asked.open();
      await held.isOpen;
      await route
        .fulfill({
          status: 200,
          headers: { 'content-type': 'application/json', 'set-cookie': opened.headers.getSetCookie().join('\n') },
          body: await opened.text(),
        })
        .catch(() => undefined);
      done.open();
    },
    { times: 1 },
  );
  return {
    isAskedFor: asked.isOpen,
    answer: () => {
      held.open();
      return done.isOpen;
    },
  };
}

/** Holds the next request for a page at a path. */
async function aSlowPage(page: Page, pathname: string) {
  const held = aGate();
  const asked = aGate();
  await page.route(
    (url) => url.pathname === pathname,
    async (route) => {
      asked.open();
      await held.isOpen;
      await route.continue();
    },
    { times: 1 },
  );
  return { isAskedFor: asked.isOpen, goOn: held.open };
}

function aGate() {
  let open: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open };
}
