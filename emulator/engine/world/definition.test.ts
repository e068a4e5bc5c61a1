import { expect, it } from 'vitest'
import { shortName } from './definition.ts'

it.each([
  ['org_id', 'org'],
  ['owner_user_id', 'owner'],
  ['user_id', 'user'],
  ['target_id', 'target'],
  ['name', 'name'],
  ['id_card', 'id_card'],
  ['user_ids', 'user_ids'],
  ['a_id_b', 'a_id_b'],
  ['a_user_id_b', 'a_user_id_b'],
])('%s is %s where it holds an alias', (field, short) => {
  expect(shortName(field)).toBe(short)
})
