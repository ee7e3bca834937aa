import { fireEvent, render, screen } from '@testing-library/react';

import { Avatar } from './avatar';
import { AvatarStack } from './avatar-stack';
import { Cover } from './cover';

const shiori = { nickname: '雨宮 しおり', avatarUrl: '/media/u/shiori.jpg' };

describe('Avatar', () => {
  it('requests the rendered size from our own store', () => {
    render(<Avatar person={shiori} isLabelled />);
    expect(screen.getByRole('img', { name: '雨宮 しおり' })).toHaveAttribute(
      'src',
      '/media/u/shiori.jpg?w=200&h=200&q=80',
    );
  });

  it.each([
    ['https://images.example.jp/a.png', 'https://images.example.jp/a.png'],
    ['/media/a.png?v=2', '/media/a.png?v=2&w=200&h=200&q=80'],
  ])('requests %s as %s', (avatarUrl, src) => {
    render(<Avatar person={{ nickname: '天文部', avatarUrl }} isLabelled />);
    expect(screen.getByRole('img')).toHaveAttribute('src', src);
  });

  it('requests a larger size for a large avatar on a dense screen', () => {
    render(<Avatar person={shiori} size={120} isLabelled />);
    expect(screen.getByRole('img')).toHaveAttribute(
      'srcset',
      '/media/u/shiori.jpg?w=200&h=200&q=80 1x, /media/u/shiori.jpg?w=400&h=400&q=80 2x',
    );
  });

  it('is hidden from screen readers beside a name', () => {
    render(<Avatar person={shiori} />);
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it.each([
    ['雨宮 しおり', '雨宮'],
    ['𠮷 野', '𠮷野'],
    ['E', 'E'],
    ['  林 美月', '林美'],
  ])('shows the first two characters of “%s” when there is no image', (nickname, initials) => {
    render(<Avatar person={{ nickname, avatarUrl: null }} isLabelled />);
    expect(screen.getByRole('img')).toHaveTextContent(initials);
  });

  it('falls back to the initials when the image fails to load, and tries a new image', () => {
    const { rerender } = render(<Avatar person={shiori} isLabelled />);
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img', { name: '雨宮 しおり' })).toHaveTextContent('雨宮');
    rerender(<Avatar person={{ ...shiori, avatarUrl: '/media/u/new.jpg' }} isLabelled />);
    expect(screen.getByRole('img')).toHaveAttribute('src', '/media/u/new.jpg?w=200&h=200&q=80');
  });

  it('is limited to a maximum number in a stack', () => {
    const people = ['雨宮', '加藤', '林', '西'].map((nickname) => ({ id: nickname, nickname, avatarUrl: null }));
    render(<AvatarStack people={people} max={3} />);
    expect(screen.getByText('雨')).toBeInTheDocument();
    expect(screen.queryByText('西')).not.toBeInTheDocument();
  });
});

describe('Cover', () => {
  const drawingOf = (seed: string) => render(<Cover seed={seed} />).container.innerHTML;

  it('draws the same pattern for the same seed and another one for a different seed', () => {
    expect(drawingOf('cls_1')).toBe(drawingOf('cls_1'));
    const drawings = new Set(Array.from({ length: 40 }, (_, index) => drawingOf(`cls_${index}`)));
    expect(drawings.size).toBeGreaterThan(35);
  });

  it('shows the image, and the generated drawing when it fails to load', () => {
    render(<Cover src="/media/c/1.jpg" seed="cls_1" label="地球儀" bottomRight="45:03" />);
    expect(screen.getByRole('img', { name: '地球儀' })).toHaveAttribute('src', '/media/c/1.jpg');
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img', { name: '地球儀' })).not.toHaveAttribute('src');
    expect(screen.getByText('45:03')).toBeInTheDocument();
  });
});
