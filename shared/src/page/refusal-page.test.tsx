import { screen } from '@testing-library/react';

import { errorCatalogue, type ErrorCode } from '../contract/errors';
import { renderWithApp } from '../testing/render-with-app';
import { RefusalPage } from './refusal-page';

const refusal = (code: ErrorCode) => ({
  code,
  status: errorCatalogue[code].status,
  message: errorCatalogue[code].sentence,
});

it.each<[ErrorCode, string, string]>([
  ['not_found', 'ページが見つかりません。', 'トップページへ'],
  ['unauthenticated', 'ログインが必要です。', 'ログイン'],
  ['suspended', 'このアカウントは現在ご利用いただけません。', 'お問い合わせ'],
  ['age_restricted', '年齢により、この機能はご利用いただけません。', 'トップページへ'],
  ['service_closed', '本サービスは終了したため、この操作はできません。', '詳しくはこちら'],
  ['need_resubmit', '本人確認書類を再提出してください。', '書類を提出する'],
  ['professional_only', 'プロフェッショナルの方のみご利用いただけます。', 'トップページへ'],
  ['kicked', 'この教室には再入室できません。', 'トップページへ'],
  ['internal', 'ページを表示できませんでした。', 'トップページへ'],
])('%s shows the reason and a link onward', async (code, title, way) => {
  renderWithApp(<RefusalPage error={refusal(code)} />, {
    path: '/classrooms/cls_1?key=k',
    pattern: '/classrooms/{id}',
  });
  expect(await screen.findByRole('link', { name: way })).toHaveAttribute('href', expect.stringMatching(/./));
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
});

it('returns to the current page after sign-in', async () => {
  renderWithApp(<RefusalPage error={refusal('unauthenticated')} />, {
    path: '/classrooms/cls_1?key=k',
    pattern: '/classrooms/{id}',
  });
  expect(await screen.findByRole('link', { name: 'ログイン' })).toHaveAttribute(
    'href',
    '/signin?next=%2Fclassrooms%2Fcls_1%3Fkey%3Dk',
  );
});

it('offers a retry where it can help', async () => {
  const retry = jest.fn();
  const { user } = renderWithApp(<RefusalPage error={refusal('unavailable')} onRetry={retry} />);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(retry).toHaveBeenCalled();
});
