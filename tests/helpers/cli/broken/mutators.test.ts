import { chmodSync, linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  exit,
  file,
  omit,
  prompt,
  refuse,
  stdout,
  store,
  undo,
  withoutFlags,
  withVariables,
  type ClientMutation,
} from '../../../../emulator/contract/client-mutation.ts'
import { CredentialFile } from './credential-file.ts'
import { breaksOf } from './mutators.ts'

const secrets = new Set(['svc-key-one'])

describe('a mutator', () => {
  it('edits the fields of JSON, and nothing else', () => {
    const { written } = breaksOf(omit('user.name'))
    expect(written!('stdout', '{"user":{"name":"Ada","id":1}}\n', secrets)).toBe('{"user":{"id":1}}\n')
    expect(written!('stdout', 'User: Ada\n', secrets)).toBe('User: Ada\n')
    expect(written!('stderr', '{"user":{"name":"Ada"}}', secrets)).toBe('{"user":{"name":"Ada"}}')
  })

  it('edits the text of its stream, and shows the key', () => {
    const { written } = breaksOf(stdout(['\\n$', ' ${key}\n']))
    expect(written!('stdout', 'Logged in\n', secrets)).toBe('Logged in svc-key-one\n')
    expect(written!('stderr', 'Logged in\n', secrets)).toBe('Logged in\n')
  })

  it('edits prompts', () => expect(breaksOf(prompt(['URL', 'key'])).prompted!('API URL: ')).toBe('API key: '))

  it('exits, and refuses', () => {
    expect(breaksOf(exit(0)).exit!(1)).toBe(0)
    const refused = breaksOf(refuse('AUTH_INVALID'))
    expect([
      refused.exit!(0),
      refused.written!('stdout', 'Logged in\n', secrets),
      refused.written!('stderr', '', secrets),
    ]).toEqual([1, '', 'error: AUTH_INVALID: refused on purpose\n'])
  })

  it('does it again without flags and their values, or with other variables', () => {
    const line = ['login', '--api-key', 'k', '--api-key-stdin', '--profile', 'p']
    expect(breaksOf(withoutFlags('--api-key', '--api-key-stdin')).again!(line).line).toEqual([
      'login',
      '--profile',
      'p',
    ])
    expect(breaksOf(withVariables({ SVC_PROFILE: null })).again!(line)).toEqual({
      line,
      variables: { SVC_PROFILE: null },
    })
  })
})

describe('of the credential file, a mutator', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-broken-'))
    path = join(folder, 'credentials.yaml')
    writeFileSync(path, 'default: one\n', { mode: 0o600 })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** What is in place after a client has put another file there. */
  function after(by: ClientMutation): string {
    const credentials = new CredentialFile(path)
    rmSync(path)
    writeFileSync(path, 'default: two\n', { mode: 0o600 })
    breaksOf(by).store!(credentials)
    credentials.close()
    return readFileSync(path, 'utf8')
  }

  it('edits it, or leaves it as it was', () => {
    expect(after(store(['two', 'three']))).toBe('default: three\n')
    expect(after(undo)).toBe('default: three\n')
    expect(after(refuse('AUTH_INVALID'))).toBe('default: three\n')
  })

  it('writes into the file that was there, which another name shows', () => {
    linkSync(path, join(folder, 'kept'))
    expect(after(file({ inPlace: true }))).toBe('default: two\n')
    expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('default: two\n')
  })

  it('gives it another mode or name', () => {
    after(file({ mode: 0o640 }))
    expect(statSync(path).mode & 0o777).toBe(0o640)
    chmodSync(path, 0o600)
    expect(() => after(file({ name: 'other.yaml' }))).toThrow('ENOENT')
    expect(readFileSync(join(folder, 'other.yaml'), 'utf8')).toBe('default: two\n')
  })
})
