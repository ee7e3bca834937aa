import type { SignedInMe } from '@manabiba/shared/contract/users';
import { createUpload, putUpload, updateMe } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';

import { ProfileSettingsPage } from './profile-settings-page';

const saki = { nickname: '宮下 紗季', job: '会社員', introduction: '週末に数学を学び直しています。' };
const setUp = ({ me = aMe('adult', saki) as SignedInMe, network = new FakeNetwork() } = {}) =>
  renderWithApp(<ProfileSettingsPage />, { me, network, path: '/profile_settings' });

const card = () => within(screen.getByRole('region', { name: 'プロフィール' }));
const preview = () => within(screen.getByRole('region', { name: 'ほかの人からの見え方' }));
const field = (name: string) => card().getByRole('textbox', { name });
/** Sets the whole text at once. */
const put = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
const save = () => card().getByRole('button', { name: '保存する' });

/** The test browser cannot draw, so object URLs and images are stubbed with strings. */
let drawn: Array<{ left: number; top: number; side: number }>;
beforeEach(() => {
  drawn = [];
  let count = 0;
  URL.createObjectURL = () => `blob:picture-${++count}`;
  URL.revokeObjectURL = () => undefined;
  HTMLCanvasElement.prototype.getContext = (() => ({
    fillRect: () => undefined,
    drawImage: (_picture: unknown, left: number, top: number, side: number) => drawn.push({ left, top, side }),
  })) as unknown as typeof HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.toBlob = (take) => take(new Blob(['picture'], { type: 'image/jpeg' }));
});

const aFile = (type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], 'face.png', { type });

async function choosePicture(user: ReturnType<typeof setUp>['user'], file = aFile()) {
  await user.upload(card().getByLabelText('画像ファイル'), file);
  const dialog = await screen.findByRole('dialog', { name: '画像の範囲を選ぶ' });
  const picture = within(dialog).getByAltText('選んだ画像');
  Object.defineProperties(picture, { naturalWidth: { value: 800 }, naturalHeight: { value: 400 } });
  fireEvent.load(picture);
  return within(dialog);
}

it('previews the input and saves only what was changed', async () => {
  const network = new FakeNetwork().answer(updateMe, aMe('adult', { ...saki, job: '数学教諭' }));
  const { user, pageTitle } = setUp({ network });
  expect(save()).toBeDisabled();
  put('職業(任意)', '数学教諭');
  expect(preview().getByText('数学教諭')).toBeInTheDocument();
  await user.click(save());
  expect(await card().findByText('変更を保存しました。')).toBeInTheDocument();
  expect(network.calls(updateMe)[0]?.body).toEqual({ job: '数学教諭' });
  expect(save()).toBeDisabled();
  expect(pageTitle()).toBe('プロフィール設定');
});

it('keeps what was typed while it was saving', async () => {
  const network = new FakeNetwork();
  const answer = network.hold(updateMe);
  const { user } = setUp({ network });
  put('職業(任意)', '数学教諭');
  await user.click(save());
  put('自己紹介(任意)', 'よろしくお願いします。');
  answer(aMe('adult', { ...saki, job: '数学教諭' }));
  await waitFor(() => expect(save()).toBeEnabled());
  expect(field('職業(任意)')).toHaveValue('数学教諭');
  expect(field('自己紹介(任意)')).toHaveValue('よろしくお願いします。');
});

it('keeps all input when saving fails, and shows the error at the field', async () => {
  const network = new FakeNetwork().refuse(updateMe, 'invalid', {
    fields: { nickname: 'ニックネームを入力してください。' },
  });
  const { user } = setUp({ network });
  put('ニックネーム', '');
  put('自己紹介(任意)', 'よろしくお願いします。');
  await user.click(save());
  expect(await card().findByText('ニックネームを入力してください。')).toBeInTheDocument();
  expect(field('自己紹介(任意)')).toHaveValue('よろしくお願いします。');
  await waitFor(() => expect(field('ニックネーム')).toHaveFocus());
  expect(save()).toBeEnabled();
});

it('offers no introduction to users of 12 or under and explains it', () => {
  setUp({ me: aMe('child', { nickname: 'はるき' }) });
  expect(card().queryByRole('textbox', { name: '自己紹介(任意)' })).not.toBeInTheDocument();
  expect(card().getByText(/年齢により、自己紹介は登録できません。/)).toBeInTheDocument();
});

describe('the profile image', () => {
  it('is cropped to the square chosen by keyboard, and uploaded', async () => {
    const network = new FakeNetwork()
      .answer(createUpload, { uploadId: 'upl_1', putUrl: '/v1/uploads/upl_1/content' })
      .answer(putUpload, { uploadId: 'upl_1' })
      .answer(updateMe, aMe('adult', { ...saki, avatarUrl: '/v1/images/upl_1' }));
    const { user } = setUp({ network });
    const dialog = await choosePicture(user);
    const frame = dialog.getByRole('group', { name: '切り抜く範囲' });
    fireEvent.change(dialog.getByRole('slider', { name: '拡大' }), { target: { value: '2' } });
    frame.focus();
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await user.click(dialog.getByRole('button', { name: 'この範囲にする' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(drawn).toEqual([{ left: 320, top: 100, side: 200 }]);
    await user.click(save());
    expect(await card().findByText('変更を保存しました。')).toBeInTheDocument();
    expect(network.calls(createUpload)[0]?.body).toEqual({ purpose: 'avatar', mime: 'image/jpeg', size: 7 });
    expect(network.calls(updateMe)[0]?.body).toEqual({ avatarUploadId: 'upl_1' });
  });

  it('is not uploaded again when only saving has failed', async () => {
    const network = new FakeNetwork()
      .answer(createUpload, { uploadId: 'upl_1', putUrl: '/v1/uploads/upl_1/content' })
      .answer(putUpload, { uploadId: 'upl_1' })
      .refuse(updateMe, 'rate_limited');
    const { user } = setUp({ network });
    const dialog = await choosePicture(user);
    await user.click(dialog.getByRole('button', { name: 'この範囲にする' }));
    await user.click(save());
    expect(await card().findByText('しばらくしてからもう一度お試しください。')).toBeInTheDocument();
    network.answer(updateMe, aMe('adult', saki));
    await user.click(save());
    expect(await card().findByText('変更を保存しました。')).toBeInTheDocument();
    expect(network.calls(createUpload)).toHaveLength(1);
  });

  it('is cropped without saving the other input', async () => {
    const { user, network } = setUp();
    put('職業(任意)', '会社員!');
    const dialog = await choosePicture(user);
    await user.click(dialog.getByRole('button', { name: 'この範囲にする' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(network.calls(updateMe)).toHaveLength(0);
    expect(save()).toBeEnabled();
  });

  it('can be removed', async () => {
    const network = new FakeNetwork().answer(updateMe, aMe('adult', saki));
    const { user } = setUp({ network, me: aMe('adult', { ...saki, avatarUrl: '/v1/images/upl_0' }) });
    await user.click(card().getByRole('button', { name: '画像を削除する' }));
    await user.click(save());
    expect(await card().findByText('変更を保存しました。')).toBeInTheDocument();
    expect(network.calls(updateMe)[0]?.body).toEqual({ avatarUploadId: null });
  });

  it('is rejected when it is smaller than the displayed size', async () => {
    const { user } = setUp();
    await user.upload(card().getByLabelText('画像ファイル'), aFile());
    const picture = await screen.findByAltText('選んだ画像');
    Object.defineProperties(picture, { naturalWidth: { value: 800 }, naturalHeight: { value: 199 } });
    fireEvent.load(picture);
    expect(
      await card().findByText('画像が小さすぎます。縦と横がどちらも200px以上の画像を選択してください。'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is rejected when it cannot be decoded, leaving the page unchanged', async () => {
    const { user } = setUp();
    await user.upload(card().getByLabelText('画像ファイル'), aFile());
    fireEvent.error(await screen.findByAltText('選んだ画像'));
    expect(await card().findByText('画像を読み込めませんでした。別の画像を選択してください。')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(save()).toBeDisabled();
  });

  it('is rejected above 10 MB', async () => {
    const { user } = setUp();
    await user.upload(card().getByLabelText('画像ファイル'), aFile('image/png', 10 * 1024 * 1024 + 1));
    expect(await card().findByText('ファイルが大きすぎます。10MBまでの画像を選択してください。')).toBeInTheDocument();
  });
});

describe('navigating away', () => {
  it('by a link asks for confirmation once something was changed', async () => {
    const { user, currentUrl } = setUp();
    put('職業(任意)', '会社員!');
    await user.click(preview().getByRole('link', { name: 'マイプロフィールを見る' }));
    const dialog = within(await screen.findByRole('dialog', { name: '変更が保存されていません' }));
    expect(currentUrl()).toBe('/profile_settings');
    await user.click(dialog.getByRole('button', { name: '編集を続ける' }));
    expect(field('職業(任意)')).toHaveValue('会社員!');
    await user.click(preview().getByRole('link', { name: 'マイプロフィールを見る' }));
    await user.click(screen.getByRole('button', { name: '保存せずに移動する' }));
    await waitFor(() => expect(currentUrl()).toMatch(/^\/users\//));
  });

  it('by closing the tab asks for confirmation only when there are changes', () => {
    setUp();
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
    put('職業(任意)', '会社員!');
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  });
});
