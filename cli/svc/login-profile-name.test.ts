import { expect, it } from 'vitest'
import { loginProfileName } from './login.ts'

it('is the flag, SVC_PROFILE, or default', () => {
  expect(loginProfileName('a', { SVC_PROFILE: 'b' })).toBe('a')
  expect(loginProfileName(undefined, { SVC_PROFILE: 'b' })).toBe('b')
  expect(loginProfileName(undefined, { SVC_PROFILE: '' })).toBe('default')
  expect(loginProfileName('__proto__', {})).toBe('__proto__')
})

it('refuses names that a listing could not show', () => {
  for (const name of ['', ' ', 'a\nb', '\u001b[1m', ' a', 'x'.repeat(129)]) {
    expect(() => loginProfileName(name, {})).toThrow(expect.objectContaining({ code: 'USAGE_ERROR' }))
  }
  expect(() => loginProfileName(undefined, { SVC_PROFILE: 'a\nb' })).toThrow(
    expect.objectContaining({ code: 'INPUT_INVALID' }),
  )
})
