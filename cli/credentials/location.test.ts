import { homedir } from 'node:os'
import { expect, it } from 'vitest'
import { credentialLocation } from './location.ts'

it('lets HOME decide, and falls back to what the system has', () => {
  expect(credentialLocation({ HOME: '/h' })).toEqual({ directory: '/h/.svc', file: '/h/.svc/credentials.yaml' })
  expect(credentialLocation({ HOME: '' }).directory).toBe(`${homedir()}/.svc`)
  expect(() => credentialLocation({ HOME: 'relative' })).toThrow('HOME must be an absolute path')
})
