import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { CardImageTool } from './card-image-tool';

function Tool({ hasVideo }: { hasVideo: boolean }) {
  const [isOn, setIsOn] = useState(false);
  return <CardImageTool isOn={isOn} hasVideo={hasVideo} onChange={setIsOn} />;
}

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('asks before it shows the screen to everybody, and stops at one click', async () => {
  renderWithApp(<Tool hasVideo />);
  await click('一覧に画面を映す');
  expect(screen.getByRole('dialog')).toHaveTextContent('ほかの方の画面やカメラは載りません。');
  await click('画面を映す');
  expect(screen.getByRole('status')).toHaveTextContent('教室の一覧に、あなたの画面を映しています。');
  await click('一覧に映すのをやめる');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('shows nothing when the host decides against it', async () => {
  renderWithApp(<Tool hasVideo />);
  await click('一覧に画面を映す');
  await click('キャンセル');
  expect(screen.getByRole('button', { name: '一覧に画面を映す' })).toBeVisible();
});

it('says what is missing while the host shows neither screen nor camera', async () => {
  renderWithApp(<Tool hasVideo={false} />);
  await click('一覧に画面を映す');
  await click('画面を映す');
  expect(screen.getByRole('status')).toHaveTextContent('画面共有かカメラを始めると、教室の一覧に映ります。');
});
