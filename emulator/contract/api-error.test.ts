import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'

test('takes status, RPC code and prose from the error table', () => {
  const error = new ApiError('revision_not_failed')
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'revision_not_failed', status: 409, rpc: -32000 })
  expect(error.message).toBe('Only a revision whose status is failed can be reset.')
})

test('own prose and options replace the defaults', () => {
  const limit = { name: 'orgs_per_user', max: 50, current: 50 }
  const error = new ApiError('limit_exceeded', 'A user owns at most 50 organizations.', {
    limit,
    cites: ['A-30'],
  })
  expect(error).toMatchObject({ status: 403, limit, cites: ['A-30'], allow: undefined })
  expect(String(error)).toBe('limit_exceeded: A user owns at most 50 organizations.')
})

test('captures no stack', () => {
  expect('stack' in new ApiError('forbidden')).toBe(false)
})
