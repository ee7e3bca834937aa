import { createUpload, putUpload, updateMe } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { IdentityCard } from './identity-card';

const student = aMe('student', { state: 'documents_required' });
const aFile = (name = '学生証.jpg', type = 'image/jpeg') => new File(['0123456789'], name, { type });

function setUp() {
  let serial = 0;
  const network = new FakeNetwork()
    .answer(createUpload, () => {
      serial += 1;
      return { uploadId: `upl_${serial}`, putUrl: `/v1/uploads/upl_${serial}/content` };
    })
    .answer(putUpload, ({ params }) => ({ uploadId: params.id ?? '' }))
    .answer(updateMe, { ...student, state: 'under_review' });
  const app = renderWithApp(<IdentityCard id="id" me={student} />, { me: student, network });
  const choose = async (...files: File[]) =>
    app.user.upload(await screen.findByLabelText('本人確認書類のファイル'), files);
  const submit = () => app.user.click(screen.getByRole('button', { name: '書類を提出する' }));
  return { ...app, choose, submit };
}

const row = async (name: string) => {
  const words = await screen.findByText(name);
  const item = words.closest('li');
  if (!item) throw new Error(`${name} has no row`);
  return within(item);
};

it('uploads each file as soon as it is chosen and submits all of them together', async () => {
  const { choose, submit, network } = setUp();
  await choose(aFile('表.jpg'), aFile('裏.pdf', 'application/pdf'));
  expect(await (await row('表.jpg')).findByText(/未提出/)).toBeInTheDocument();
  expect(await (await row('裏.pdf')).findByText(/未提出/)).toBeInTheDocument();
  await submit();
  expect(await screen.findByText('本人確認書類を提出しました。')).toBeInTheDocument();
  expect(network.calls(updateMe)[0]?.body).toEqual({ identityDocumentUploadIds: ['upl_1', 'upl_2'] });
  expect(screen.getByRole('heading', { name: '本人確認' })).toHaveFocus();
});

it('shows the upload progress and does not submit before it is complete', async () => {
  const { choose, network } = setUp();
  const arrive = network.hold(putUpload);
  await choose(aFile());
  const progress = await screen.findByRole('progressbar', { name: '学生証.jpgの送信' });
  await waitFor(() => expect(progress).toHaveAttribute('value', '50'));
  expect(screen.getByRole('button', { name: 'ファイルを送信しています…' })).toBeDisabled();
  arrive({ uploadId: 'upl_1' });
  expect(await screen.findByRole('button', { name: '書類を提出する' })).toBeEnabled();
});

it('aborts the upload of a removed file', async () => {
  const { choose, user, submit, network } = setUp();
  network.hold(putUpload);
  await choose(aFile());
  await user.click(await screen.findByRole('button', { name: '学生証.jpgの送信を取りやめる' }));
  expect(screen.queryByText('学生証.jpg')).not.toBeInTheDocument();
  await submit();
  expect(await screen.findByText('書類を選択してください。')).toBeInTheDocument();
  expect(network.calls(updateMe)).toHaveLength(0);
});

it('shows why a file was rejected, keeps the others, and retries on demand', async () => {
  const { choose, user, submit, network } = setUp();
  network.refuse(putUpload, 'unsupported_type');
  await choose(aFile('うそ.jpg'));
  expect(await (await row('うそ.jpg')).findByRole('alert')).toHaveTextContent('対応していない形式です。');
  await submit();
  expect(await screen.findByText(/送信できなかったファイルがあります。/)).toBeInTheDocument();
  network.answer(putUpload, { uploadId: 'upl_2' });
  await user.click(screen.getByRole('button', { name: 'うそ.jpgをもう一度送る' }));
  expect(await (await row('うそ.jpg')).findByText(/未提出/)).toBeInTheDocument();
});

it('sends no request for an invalid file', async () => {
  const { choose, network } = setUp();
  Object.defineProperty(HTMLInputElement.prototype, 'accept', { configurable: true, get: () => '' });
  await choose(aFile('メモ.txt', 'text/plain'));
  expect(await screen.findByText('メモ.txt: JPEG、PNG、WebP、PDFのいずれかを選択してください。')).toBeInTheDocument();
  expect(network.calls(createUpload)).toHaveLength(0);
});

it('shows an API error in place and keeps the documents', async () => {
  const { choose, submit, network } = setUp();
  network.refuse(updateMe, 'invalid', {
    fields: { identityDocumentUploadIds: 'メールアドレスを確認してから提出してください。' },
  });
  await choose(aFile());
  await (await row('学生証.jpg')).findByText(/未提出/);
  await submit();
  expect(await screen.findByText('メールアドレスを確認してから提出してください。')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('学生証.jpg')).toBeInTheDocument());
});
