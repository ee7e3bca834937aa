import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect, test } from '../fixtures/product';
import { sharedProduct as product } from '../fixtures/running-product';
import { Chrome } from '../pages/chrome';
import { ProfileSettingsPage } from '../pages/profile-settings-page';

test('of two tabs the first shows who has come in the second, and that nobody is here once they have gone', async ({ page, context, complaints }) => {
  // The tab that stood before may ask for something just as the session ends.
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
