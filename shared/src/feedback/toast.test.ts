import { ApiError } from '../data/api-error';
import { showMessageFor, takeToasts, toast } from './toast';

it('keeps what was said before anybody could show it', () => {
  toast.success('教室を作成しました。');
  const show = jest.fn();
  const stop = takeToasts(show);
  toast.message('リンクをコピーしました。');
  expect(show.mock.calls).toEqual([
    ['success', '教室を作成しました。'],
    ['message', 'リンクをコピーしました。'],
  ]);
  stop();
});

it('tells the sentence of a refusal and nothing of what was broken off', () => {
  const show = jest.fn();
  const stop = takeToasts(show);
  showMessageFor(new ApiError({ status: 409, code: 'full', message: '満席のため参加できません。' }));
  showMessageFor(new DOMException('aborted', 'AbortError'));
  expect(show.mock.calls).toEqual([['error', '満席のため参加できません。']]);
  stop();
});
