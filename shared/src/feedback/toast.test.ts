import { ApiError } from '../data/api-error';
import { showMessageFor, takeToasts, toast } from './toast';

it('keeps messages sent before a listener is attached', () => {
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

it('shows the message of a refusal and ignores aborted calls', () => {
  const show = jest.fn();
  const stop = takeToasts(show);
  showMessageFor(new ApiError({ status: 409, code: 'full', message: '満席のため参加できません。' }));
  showMessageFor(new DOMException('aborted', 'AbortError'));
  expect(show.mock.calls).toEqual([['error', '満席のため参加できません。']]);
  stop();
});
