import type { Page } from '@playwright/test';

export class SignInPage {
  constructor(private readonly page: Page) {}

  get email() {
    return this.page.getByRole('textbox', { name: 'メールアドレス', exact: true });
  }
  get password() {
    return this.page.getByLabel('パスワード', { exact: true });
  }
  get signInButton() {
    return this.page.getByRole('main').getByRole('button', { name: 'ログイン', exact: true });
  }
  /** The second step, for those with a second factor. */
  get code() {
    return this.page.getByRole('textbox', { name: '確認コード' });
  }
  get nextButton() {
    return this.page.getByRole('main').getByRole('button', { name: '次へ' });
  }
  get backButton() {
    return this.page.getByRole('main').getByRole('button', { name: '戻る' });
  }
  get signUpButton() {
    return this.page.getByRole('button', { name: 'アカウントを作成' });
  }

  get passkeyButton() {
    return this.page.getByRole('main').getByRole('button', { name: 'パスキーでログイン' });
  }
  get googleButton() {
    return this.page.getByRole('main').getByRole('button', { name: 'Googleでログイン' });
  }
  /** The simulated Google dialog, when the product runs without a Google project. */
  get googleDialog() {
    return this.page.getByRole('dialog', { name: 'Googleアカウントを選択' });
  }

  async open(tab?: 'signup') {
    await this.page.goto(tab ? '/signin?tab=signup' : '/signin');
  }

  async signIn(email: string, password: string) {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.signInButton.click();
  }

  async sendCode(code: string) {
    await this.code.fill(code);
    await this.signInButton.click();
  }

  async goOnWithGoogle(account: { email: string; nickname: string }) {
    await this.googleButton.click();
    await this.googleDialog.getByRole('textbox', { name: 'Googleのメールアドレス' }).fill(account.email);
    await this.googleDialog.getByRole('textbox', { name: 'お名前' }).fill(account.nickname);
    await this.googleDialog.getByRole('button', { name: '続ける' }).click();
  }

  private async chooseSchool(schoolCode: string) {
    await this.page
      .getByRole('button', { name: /学校のアカウント/ })
      .or(this.page.getByRole('tab', { name: /学校/ }))
      .or(this.page.getByRole('link', { name: /学校のアカウント/ }))
      .first()
      .click();
    await this.page.getByLabel('学校コード').fill(schoolCode);
  }

  /** Leaves for the sign-in page of a school. */
  async goOnAtSchool(schoolCode: string) {
    await this.chooseSchool(schoolCode);
    await this.page.getByRole('button', { name: '学校のページでログイン' }).click();
  }

  async signInWithSchool(schoolCode: string, studentCode: string, password: string) {
    await this.chooseSchool(schoolCode);
    await this.page.getByLabel('生徒コード').fill(studentCode);
    const form = this.page.locator('form').filter({ has: this.page.getByLabel('生徒コード') });
    await form.getByLabel('パスワード', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'ログイン', exact: true }).click();
  }

  async signUp(person: { nickname: string; email: string; password: string; birthDate: string }) {
    await this.nextButton.click();
    await this.page.getByLabel('ニックネーム').fill(person.nickname);
    await this.page.getByLabel('生年月日').fill(person.birthDate);
    await this.nextButton.click();
    await this.email.fill(person.email);
    await this.password.fill(person.password);
    await this.page.getByRole('checkbox', { name: /同意する/ }).check();
    await this.signUpButton.click();
  }

  /** Leaves the page after sign-up. */
  async begin() {
    await this.page.getByRole('link', { name: 'はじめる' }).click();
  }
}
