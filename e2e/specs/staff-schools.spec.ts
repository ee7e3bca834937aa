import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { aNewPerson, bornYearsAgo } from '../fixtures/people';
import { sharedProduct } from '../fixtures/running-product';
import { schoolClient, type SchoolPage, startSchoolPage } from '../fixtures/school-page';
import { accessibilityFindings, anotherBrowser, signInByApi, test } from '../fixtures/test';
import { SignInPage } from '../pages/account/sign-in-page';
import { SignUpPage } from '../pages/account/sign-up-page';
import { Chrome } from '../pages/chrome';
import { StaffSchools } from '../pages/staff/schools';

test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;
let schoolPage: SchoolPage;
test.beforeAll(async () => {
  schoolPage = await startSchoolPage(url);
});
test.afterAll(() => schoolPage.close());

test('the staff makes a school, and a pupil signs up with its code and signs in on its page', async ({
  browser,
  page,
  context,
  complaints,
}) => {
  complaints.allow(refusal(401, '/v1/school_sign_ins/answer'));
  const mark = Date.now().toString(36).toUpperCase();
  const [name, code] = [`みらい高校 ${mark}`, `MIRAI-${mark}`];
  await signInByApi(context, url, 'staff');
  const schools = new StaffSchools(page);
  await schools.open();
  await schools.create({ name, code });
  await expect(schools.heading(name)).toBeVisible();
  const [inviteCode = '', spareCode = ''] = await schools.makeCodes('2年1組', 2);
  expect(spareCode).not.toBe(inviteCode);
  const printed = await context.request.get((await schools.pdfLink.getAttribute('href')) ?? '');
  expect(printed.headers()['content-type']).toBe('application/pdf');
  await schools.setSignInPage({ issuer: schoolPage.issuer, ...schoolClient });
  await expect(new Chrome(page).toast('学校のページを設定しました。')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);

  const pupil = await anotherBrowser(browser, { baseURL: url });
  const { nickname, password } = aNewPerson();
  const studentCode = `S-${mark}`;
  const signUp = new SignUpPage(pupil.page);
  await signUp.open();
  await signUp.chooseKind('学校コード');
  await signUp.fillSchool({ schoolCode: code.toLowerCase(), inviteCode, studentCode });
  await signUp.fillPerson({ nickname, birthDate: bornYearsAgo(16) });
  await signUp.password.fill(password);
  await signUp.create();
  await expect(new Chrome(pupil.page).userMenuButton).toBeVisible();
  await page.reload();
  await expect(schools.pupils.getByRole('row').filter({ hasText: studentCode })).toContainText(nickname);
  await pupil.context.close();

  const later = await anotherBrowser(browser, { baseURL: url });
  const signIn = new SignInPage(later.page);
  await signIn.open();
  await signIn.goOnAtSchool(code);
  await expect(later.page.getByRole('alert')).toContainText('学校のページで、ログインが取り消されました。');
  await schoolPage.signIn(later.context, studentCode);
  await signIn.open();
  await signIn.goOnAtSchool(code);
  await expect(new Chrome(later.page).userMenuButton).toBeVisible();
  expect(await (await later.context.request.get(`${url}/v1/me`)).json()).toMatchObject({ nickname });
  await later.context.close();
});
