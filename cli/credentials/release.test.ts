import { expect, it } from 'vitest'
import { writingRelease } from './release.ts'

it('is this release unless the variable says 0', () => {
  expect(writingRelease({})).toBe(1)
  expect(writingRelease({ SVC_CREDENTIALS_RELEASE: ' ' })).toBe(1)
  expect(writingRelease({ SVC_CREDENTIALS_RELEASE: '1' })).toBe(1)
  expect(writingRelease({ SVC_CREDENTIALS_RELEASE: '0' })).toBe(0)
  expect(() => writingRelease({ SVC_CREDENTIALS_RELEASE: '2' })).toThrow(
    expect.objectContaining({
      code: 'USAGE_ERROR',
      message: 'SVC_CREDENTIALS_RELEASE must be 0 (write as the older release) or 1',
    }),
  )
})
