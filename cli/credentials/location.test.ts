import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import { credentialLocation } from './location.ts'

it('lets HOME decide, and falls back to what the system has', () => {
  expect(credentialLocation({ HOME: '/h' })).toEqual({ directory: '/h/.svc', file: '/h/.svc/credentials.yaml' })
  for (const env of [{}, { HOME: '' }, { HOME: ' ' }])
    expect(credentialLocation(env).directory).toBe(`${userInfo().homedir}/.svc`)
  expect(() => credentialLocation({ HOME: 'relative' })).toThrow('HOME must be an absolute path')
})
