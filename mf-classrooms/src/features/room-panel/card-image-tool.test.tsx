import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { CardImageTool } from './card-image-tool';

function Tool({ hasPicture }: { hasPicture: boolean }) {
  const [isOn, setIsOn] = useState(false);
  return <CardImageTool isOn={isOn} hasPicture={hasPicture} onChange={setIsOn} />;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('asks before it shows the screen to everybody, and stops at one press', async () => {
  renderWithApp(<Tool hasPicture />);
  await press('一覧に画面を映す');
  expect(screen.getByRole('dialog')).toHaveTextContent('ほかの方の画面やカメラは載りません。');
  await press('画面を映す');
  expect(screen.getByRole('status')).toHaveTextContent('教室の一覧に、あなたの画面を映しています。');
  await press('一覧に映すのをやめる');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('shows nothing when the host decides against it', async () => {
  renderWithApp(<Tool hasPicture />);
  await press('一覧に画面を映す');
  await press('キャンセル');
  expect(screen.getByRole('button', { name: '一覧に画面を映す' })).toBeVisible();
});

it('says what is missing while the host shows neither screen nor camera', async () => {
  renderWithApp(<Tool hasPicture={false} />);
  await press('一覧に画面を映す');
  await press('画面を映す');
  expect(screen.getByRole('status')).toHaveTextContent('画面共有かカメラを始めると、教室の一覧に映ります。');
});
