import * as z from 'zod/mini';

import { newEventCode } from './event-tickets';
import { foldCode } from './fold-code';
import { redeemInvitation } from './participations';
import { couponCode } from './plans';
import { schoolCodes } from './school-codes';
import { createSchool, revokeSchoolCodes } from './staff-schools';

it.each([...'‐‑‒–—―−－﹣﹘ーｰ─━⁃➖', '\u00ad\u2010'])('takes %s for a hyphen', (hyphen) => {
  expect(foldCode(`KYOTO${hyphen}2026`)).toBe('KYOTO-2026');
});

it.each(['kyoto-2026', 'ＫＹＯＴＯ－２０２６', ' KYOTO - 2026 ', 'KYOTO-\u3000２０２６', '\u200bKYOTO-2026\ufeff'])(
  'takes "%s" for the same code',
  (typed) => {
    expect(foldCode(typed)).toBe('KYOTO-2026');
  },
);

it('folds every code of the contract', () => {
  const schemas = {
    newEventCode,
    redeemed: redeemInvitation.body.shape.code,
    couponCode,
    ...schoolCodes,
    newSchool: createSchool.body.shape.code,
    revoked: revokeSchoolCodes.body.shape.code,
  };
  for (const [name, schema] of Object.entries(schemas))
    expect([name, z.parse(schema, ' ｋyoto－２０２６ー1 ')]).toEqual([name, 'KYOTO-2026-1']);
});
