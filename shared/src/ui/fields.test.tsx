import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';

import { Button } from './button';
import { Checkbox, Radio } from './checkbox';
import { RadioCards } from './radio-cards';
import { Select } from './select';
import { Switch } from './switch';
import { TextArea } from './text-area';
import { TextField } from './text-field';

const kinds = [
  { value: 'general', label: '一般', note: 'どなたでも' },
  { value: 'student', label: '学生' },
];

/** Every field registered with a form library through `register`. */
function Form({ onSend }: { onSend: (values: unknown) => void }) {
  const { register, handleSubmit, reset } = useForm({
    defaultValues: {
      title: '朝の英文法',
      description: '',
      category: 'math',
      kind: 'general',
      isPrivate: true,
      hasMail: false,
    },
  });
  return (
    <form onSubmit={(event) => void handleSubmit(onSend)(event)}>
      <TextField label="タイトル" maxCharacters={10} {...register('title')} />
      <TextArea label="説明" maxCharacters={5} {...register('description')} />
      <Select
        label="カテゴリー"
        options={[
          { value: 'math', label: '数学' },
          { value: 'english', label: '英語' },
        ]}
        {...register('category')}
      />
      <RadioCards legend="種類" options={kinds} {...register('kind')} />
      <Checkbox label="限定公開" {...register('isPrivate')} />
      <Switch label="メール" {...register('hasMail')} />
      <Button type="submit">保存する</Button>
      <Button onClick={() => reset({ title: '夜', description: '静かに' })}>戻す</Button>
    </form>
  );
}

describe('form fields', () => {
  it('start with the form values and submit what was chosen', async () => {
    const onSend = jest.fn();
    render(<Form onSend={onSend} />);
    const user = userEvent.setup();
    expect(screen.getByRole('textbox', { name: 'タイトル' })).toHaveValue('朝の英文法');
    expect(screen.getByRole('radio', { name: /一般/ })).toBeChecked();
    await user.type(screen.getByRole('textbox', { name: '説明' }), '過去問');
    await user.selectOptions(screen.getByRole('combobox', { name: 'カテゴリー' }), '英語');
    await user.click(screen.getByRole('radio', { name: '学生' }));
    await user.click(screen.getByRole('checkbox', { name: '限定公開' }));
    await user.click(screen.getByRole('switch', { name: 'メール' }));
    await user.click(screen.getByRole('button', { name: '保存する' }));
    expect(onSend.mock.lastCall?.[0]).toEqual({
      title: '朝の英文法',
      description: '過去問',
      category: 'english',
      kind: 'student',
      isPrivate: false,
      hasMail: true,
    });
  });

  it('count characters set by the form', async () => {
    render(<Form onSend={jest.fn()} />);
    const user = userEvent.setup();
    expect(screen.getByText('5 / 10')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '戻す' }));
    expect(screen.getByText('1 / 10')).toBeInTheDocument();
    expect(screen.getByText('3 / 5')).toBeInTheDocument();
  });
});

describe('TextArea', () => {
  it('counts characters as users do and marks excess ones without truncating', async () => {
    render(<TextArea label="説明" maxCharacters={3} />);
    const user = userEvent.setup();
    await user.type(screen.getByRole('textbox', { name: '説明' }), '𠮷野家👏');
    expect(screen.getByText('4 / 3')).toHaveClass('over');
    expect(screen.getByRole('textbox')).toHaveValue('𠮷野家👏');
  });

  it('ignores Enter as a title', async () => {
    render(<TextArea label="タイトル" isTitle />);
    await userEvent.setup().type(screen.getByRole('textbox'), '朝の{Enter}英文法');
    expect(screen.getByRole('textbox')).toHaveValue('朝の英文法');
  });
});

describe('a field', () => {
  it('links its error and hint to the control', () => {
    render(<TextField label="登録番号" error="登録番号を確認してください。" hint="Tと13桁の数字です。" />);
    const control = screen.getByRole('textbox', { name: '登録番号' });
    expect(control).toBeInvalid();
    expect(control).toHaveAccessibleDescription('登録番号を確認してください。 Tと13桁の数字です。');
    expect(screen.getByRole('alert')).toHaveTextContent('登録番号を確認してください。');
  });

  it('keeps its accessible name when the label is hidden', () => {
    render(<TextField label="コメント" isLabelHidden />);
    expect(screen.getByRole('textbox', { name: 'コメント' })).toBeValid();
  });
});

it.each([
  ['switch', <Switch key="switch" label="メール" hint="日曜日の朝に届きます。" />],
  ['checkbox', <Checkbox key="checkbox" label="メール" hint="日曜日の朝に届きます。" />],
  ['radio', <Radio key="radio" label="メール" hint="日曜日の朝に届きます。" />],
] as const)('the hint of a %s describes it and is not part of its name', (role, field) => {
  render(field);
  expect(screen.getByRole(role)).toHaveAccessibleName('メール');
  expect(screen.getByRole(role)).toHaveAccessibleDescription('日曜日の朝に届きます。');
});

describe('a locked choice', () => {
  it('shows the reason beside itself', async () => {
    render(
      <Checkbox label="だれでも参加できる" checked disabled readOnly hint="25歳以上の方は、常にオンになります。" />,
    );
    const box = screen.getByRole('checkbox', { name: /だれでも参加できる/ });
    await userEvent.setup().click(box);
    expect(box).toBeChecked();
    expect(box).toHaveAccessibleDescription('25歳以上の方は、常にオンになります。');
  });
});

it('RadioCards shows the value its parent holds, under its legend', async () => {
  const onChange = jest.fn();
  render(
    <RadioCards legend="登録の種類" options={kinds} value="student" onChange={onChange} error="選んでください。" />,
  );
  expect(screen.getByRole('group', { name: '登録の種類' })).toHaveAccessibleDescription('選んでください。');
  expect(screen.getByRole('radio', { name: '学生' })).toBeChecked();
  await userEvent.setup().click(screen.getByRole('radio', { name: /一般/ }));
  expect(onChange).toHaveBeenCalledTimes(1);
});
