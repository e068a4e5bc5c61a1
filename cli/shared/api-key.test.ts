import { expect, it } from 'vitest'
import { apiKeyProblem } from './api-key.ts'

it('accepts visible ASCII and names the place of anything else, not the key', () => {
  expect(apiKeyProblem('svc-key_Ada.1~!')).toBeUndefined()
  expect(apiKeyProblem('')).toBe('is empty')
  for (const [key, at] of [
    ['secret key', 7],
    ['secret\nkey', 7],
    ['schlüssel', 5],
  ] as const) {
    expect(apiKeyProblem(key)).toContain(`position ${at}`)
    expect(apiKeyProblem(key)).not.toContain('secret')
  }
})
