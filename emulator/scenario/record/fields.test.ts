import { expect, it } from 'vitest'
import { isDrawn, isSecretField } from './fields.ts'

it('treats a text of sixteen or more characters in an id field as generated, a shorter one as a name', () => {
  expect(isDrawn('x'.repeat(16), 'session_id', {})).toBe(true)
  expect(isDrawn('x'.repeat(15), 'session_id', {})).toBe(false)
  expect(isDrawn('x'.repeat(16), 'name', {})).toBe(false)
})

it('knows a secret by the rule of the journal, and the key of a key record by its record', () => {
  for (const name of ['token', 'client_secret', 'x-auth-token', 'Authorization'])
    expect(isSecretField(name, {})).toBe(true)
  expect([isSecretField('key', { key_prefix: 'svc-' }), isSecretField('key', {}), isSecretField('name', {})]).toEqual([
    true,
    false,
    false,
  ])
})
