import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as z from 'zod/mini';

import { ApiError } from '../data/api-error';
import { TextField } from '../ui/text-field';
import { useEndpointForm } from './use-endpoint-form';

interface Values {
  page: { url: string };
  name: string;
}
const schema = z.object({
  page: z.object({ url: z.string() }),
  name: z.string().check(z.minLength(1, { error: '名前を入力してください。' })),
});

function Form({ onSend }: { onSend: (values: Values) => Promise<Values | void> }) {
  const form = useEndpointForm({
    defaultValues: { page: { url: '' }, name: '' },
    schema,
    otherFields: ['picture'],
    onSend,
  });
  return (
    <form noValidate onSubmit={form.handleSubmit}>
      <TextField label="URL" {...form.field('page.url')} />
      <TextField label="名前" {...form.field('name')} />
      <p role="log">{form.message}</p>
      <p role="note">{form.errorOf('picture')}</p>
      <p role="status">{form.isSaved && !form.isDirty && '保存しました。'}</p>
      <button disabled={form.isSending}>送る</button>
    </form>
  );
}

const refusal = (fields: Record<string, string>) =>
  new ApiError({ status: 422, code: 'invalid', message: '入力を確認してください。', fields });
const field = (name: string) => screen.getByRole('textbox', { name });

/** Types a name and a URL into the form, sends it, and waits for the end. */
async function send(onSend: (values: Values) => Promise<Values | void>) {
  render(<Form onSend={onSend} />);
  const user = userEvent.setup();
  await user.type(field('名前'), '花子');
  await user.type(field('URL'), 'ftp://x');
  await user.click(screen.getByRole('button', { name: '送る' }));
  return user;
}

it('sends nothing that the schema refuses, and focuses what it names', async () => {
  const onSend = jest.fn(async () => undefined);
  render(<Form onSend={onSend} />);
  await userEvent.click(screen.getByRole('button', { name: '送る' }));
  expect(field('名前')).toHaveAccessibleDescription('名前を入力してください。');
  expect(field('名前')).toHaveFocus();
  expect(onSend).not.toHaveBeenCalled();
});

it('shows a refusal at the fields that it names, keeps the input, and forgets it when the field changes', async () => {
  const user = await send(async () => {
    throw refusal({ 'page.url': 'https から始めてください。', picture: '画像が大きすぎます。' });
  });
  expect(field('URL')).toHaveAccessibleDescription('https から始めてください。');
  expect(field('URL')).toHaveFocus();
  expect(field('URL')).toHaveValue('ftp://x');
  expect(field('名前')).toHaveValue('花子');
  expect(screen.getByRole('note')).toHaveTextContent('画像が大きすぎます。');
  expect(screen.getByRole('log')).toBeEmptyDOMElement();
  await user.type(field('URL'), 'y');
  expect(field('URL')).toBeValid();
});

it.each([
  ['of another field', refusal({ other: '別の欄です。' }), '別の欄です。'],
  [
    'without fields',
    new ApiError({ status: 503, code: 'unavailable', message: 'いまは使えません。' }),
    'いまは使えません。',
  ],
])('shows the sentence of a refusal %s, and sends again', async (_what, error, sentence) => {
  let fails = true;
  const user = await send(async (values) => {
    if (fails) throw error;
    return values;
  });
  expect(screen.getByRole('log')).toHaveTextContent(sentence);
  fails = false;
  await user.click(screen.getByRole('button', { name: '送る' }));
  expect(screen.getByRole('log')).toBeEmptyDOMElement();
  expect(screen.getByRole('status')).toHaveTextContent('保存しました。');
});

it('sends once when it is submitted twice', async () => {
  const onSend = jest.fn(() => new Promise<void>(() => undefined));
  await send(onSend);
  fireEvent.submit(field('名前'));
  await act(async () => undefined);
  expect(onSend).toHaveBeenCalledTimes(1);
});

it('keeps what is typed while it is sent, and takes the rest of what is saved', async () => {
  let finish: (saved: Values) => void = () => undefined;
  const user = await send(() => new Promise((resolve) => (finish = resolve)));
  await user.type(field('URL'), 'yz');
  await act(async () => finish({ page: { url: 'ftp://x' }, name: '花子さん' }));
  expect(field('URL')).toHaveValue('ftp://xyz');
  expect(field('名前')).toHaveValue('花子さん');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await user.clear(field('URL'));
  await user.type(field('URL'), 'ftp://x');
  expect(screen.getByRole('status')).toHaveTextContent('保存しました。');
});

it('takes what is saved as its new values', async () => {
  let finish: (saved: Values) => void = () => undefined;
  await send(() => new Promise((resolve) => (finish = resolve)));
  expect(screen.getByRole('button', { name: '送る' })).toBeDisabled();
  await act(async () => finish({ page: { url: 'ftp://x' }, name: '花子さん' }));
  expect(field('名前')).toHaveValue('花子さん');
  expect(screen.getByRole('status')).toHaveTextContent('保存しました。');
  await userEvent.type(field('名前'), '!');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
