import type { APIRequestContext, Page } from '@playwright/test';

import { settled } from '../fixtures/settled';

const open = [
  '/',
  '/signin',
  '/signin?tab=signup',
  '/reset_password',
  '/verify_email',
  '/guardian_consent',
  '/classrooms',
  '/classrooms?state=ended',
  '/events',
  '/events?view=month',
  '/professionals',
  '/plans',
  '/aud/terms_of_use',
  '/privacy_policy',
  '/law',
  '/brand_assets',
  '/status/seats',
  '/no/such/page',
];
const own = [
  '/',
  '/settings',
  '/plans',
  '/plans/confirm?plan=plan_standard',
  '/profile_settings',
  '/org/settings',
  '/notifications',
];

/** Paths of all pages that somebody without a session sees, one of each kind of classroom among them. */
export async function pagesForAnyone(request: APIRequestContext): Promise<string[]> {
  return [...open, ...(await pagesOfThings(request))];
}

/** Paths of the pages that a professional has, beside those that all people see. */
export async function pagesForProfessional(request: APIRequestContext): Promise<string[]> {
  return [...own, ...(await pagesOfThings(request))];
}

/** Paths of the pages that only staff has. */
export const pagesForStaff = ['/status', '/status/analytics'];

/** A classroom in every state, an event, a profile. */
async function pagesOfThings(request: APIRequestContext): Promise<string[]> {
  const firstOf = async <T>(path: string): Promise<T> => {
    const { items } = (await (await request.get(path)).json()) as { items: T[] };
    const [first] = items;
    if (!first) throw new Error(`The demo has nothing at ${path}`);
    return first;
  };
  const classrooms = await Promise.all(
    ['live', 'scheduled', 'ended', 'cancelled'].map((state) =>
      firstOf<{ id: string; host: { id: string } }>(`/v1/classrooms?state=${state}&limit=1`),
    ),
  );
  const event = await firstOf<{ id: string }>('/v1/events?limit=1');
  return [
    ...classrooms.map(({ id }) => `/classrooms/${id}`),
    `/events/${event.id}`,
    `/users/${classrooms[0]?.host.id}`,
  ];
}

/** Opens a page and waits until nothing of it is on its way. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}
