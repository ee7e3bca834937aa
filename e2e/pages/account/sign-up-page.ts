import type { Page } from '@playwright/test';

import { SignInPage } from './sign-in-page';

/** /signin?tab=signup, step by step, and the page after the last step. */
export class SignUpPage {
  private readonly signIn: SignInPage;

  constructor(private readonly page: Page) {
    this.signIn = new SignInPage(page);
  }

  get nickname() {
    return this.page.getByLabel('ニックネーム');
  }
  get inviteCode() {
    return this.page.getByLabel('登録コード');
  }
  get studentCode() {
    return this.page.getByLabel('生徒コード');
  }
  get password() {
    return this.signIn.password;
  }
  get welcomeProfileLink() {
    return this.page.getByRole('link', { name: 'プロフィールを設定する' });
  }
  step(title: string) {
    return this.page.getByRole('heading', { level: 2, name: title });
  }
  welcome(nickname: string) {
    return this.page.getByRole('heading', { level: 1, name: `ようこそ、${nickname}さん` });
  }
  /** One of the remaining tasks after sign-up. */
  todo(title: string) {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: this.page.getByText(title, { exact: true }) });
  }

  open() {
    return this.signIn.open('signup');
  }

  goOn() {
    return this.signIn.nextButton.click();
  }

  create() {
    return this.signIn.signUpButton.click();
  }

  async chooseKind(label: '一般・学生' | '学校コード' | 'プロフェッショナル') {
    await this.page.getByRole('radio', { name: new RegExp(`^${label}`) }).check();
    await this.goOn();
  }

  async fillPerson(person: { nickname: string; birthDate: string; guardianEmail?: string }) {
    await this.nickname.fill(person.nickname);
    await this.fillBirthDate(person.birthDate);
    if (person.guardianEmail) await this.page.getByLabel('保護者のメールアドレス').fill(person.guardianEmail);
  }

  fillBirthDate(birthDate: string) {
    return this.page.getByLabel('生年月日').fill(birthDate);
  }

  async fillSchool(codes: { schoolCode: string; inviteCode: string; studentCode: string }) {
    await this.page.getByLabel('学校コード').fill(codes.schoolCode);
    await this.inviteCode.fill(codes.inviteCode);
    await this.studentCode.fill(codes.studentCode);
    await this.goOn();
  }

  async fillOrganisation(name: string) {
    await this.page.getByLabel('団体名').fill(name);
    await this.goOn();
  }

  /** Creates the account with e-mail address and password, the last step. */
  async createByEmail(person: { email: string; password: string }) {
    await this.signIn.email.fill(person.email);
    await this.password.fill(person.password);
    await this.agree();
    await this.create();
  }

  agree() {
    return this.page.getByRole('checkbox', { name: /同意する/ }).check();
  }
}
