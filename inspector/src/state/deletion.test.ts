import { expect, it } from 'vitest'
import { describeDeletion } from './deletion.ts'

it.each([
  [{ deleted: 1, tables: { users: 1 } }, 'Nothing refers to it.'],
  [{ deleted: 2, tables: { users: 1, members: 1 } }, 'With it goes 1 record that refers to it: members 1.'],
  [
    { deleted: 1_203, tables: { users: 2, members: 3, sessions: 1_198 } },
    'With it go 1,202 records that refer to it: users 1, members 3, sessions 1,198.',
  ],
])('says what goes with a user: %j', (deleted, text) => {
  expect(describeDeletion('users', deleted)).toBe(text)
})
