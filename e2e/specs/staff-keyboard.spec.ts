import { aPhotograph } from '../fixtures/account/photograph';
import { addWaitingDocuments } from '../fixtures/database/waiting-documents';
import { expect } from '../fixtures/patient-expect';
import { sharedProduct } from '../fixtures/running-product';
import { signInByApi, test } from '../fixtures/test';
import { StaffReview } from '../pages/staff/review';

const { url } = sharedProduct;
/** Every fifth document is returned, the others are approved. */
const isReturned = (index: number) => index % 5 === 4;

test('staff review twenty documents with the keyboard only', { tag: '@full' }, async ({ context, page }) => {
  await signInByApi(context, url, 'staff');
  await page.goto('/settings');
  const photograph = await aPhotograph(page, { width: 160, height: 100 });
  const waiting = await addWaitingDocuments(sharedProduct, { count: 20, photograph });
  await page.goto('/staff');
  const review = new StaffReview(page);
  for (const [index, nickname] of waiting.entries()) {
    await expect(review.caseOf(nickname)).toBeVisible();
    if (index > 0) await expect(review.caseOf(nickname)).toBeFocused();
    await expect(review.picture).toBeVisible();
    if (isReturned(index)) await page.keyboard.press('2');
    await page.keyboard.press(isReturned(index) ? 'r' : 'a');
    const dialog = review.dialog(isReturned(index) ? /差し戻しますか$/ : /承認しますか$/);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  }
  const subjectsOf = async (action: string) => {
    const { items } = await (await context.request.get(`${url}/v1/staff/audit_log?action=${action}&limit=50`)).json();
    return (items as { subjectName: string | null }[]).map(({ subjectName }) => subjectName);
  };
  expect(await subjectsOf('return')).toEqual(expect.arrayContaining(waiting.filter((_, index) => isReturned(index))));
  expect(await subjectsOf('approve')).toEqual(expect.arrayContaining(waiting.filter((_, index) => !isReturned(index))));
});
