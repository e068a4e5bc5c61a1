import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ioFor, readMode, newHome } from '../../tests/helpers/cli/in-process.ts'
import { checkPin } from './pin.ts'

let home: string
beforeEach(() => {
  home = newHome()
})
const file = () => join(home, '.svc', 'worker.yaml')
const check = (profile: string, userId: string, repin = false) => checkPin(ioFor(home), { profile, userId, repin })
const write = (text: string) => {
  mkdirSync(join(home, '.svc'), { mode: 0o700 })
  writeFileSync(file(), text)
}

describe('checkPin', () => {
  it('pins profile and user at the first start, 0600', async () => {
    await check('work', 'u1')
    expect(parse(readFileSync(file(), 'utf8'))).toEqual({ profile: 'work', user_id: 'u1', pins: { work: 'u1' } })
    expect(readMode(file())).toBe('0600')
  })

  it('says what it wanted to write, and how to do without', async () => {
    const io = ioFor(join(home, 'none'))
    await expect(checkPin(io, { profile: 'work', userId: 'u1', repin: false })).rejects.toMatchObject({
      code: 'CREDENTIALS_NOT_WRITTEN',
      message: expect.stringMatching(
        /^could not write .*worker\.yaml \(.*\); nothing was written; the worker remembers there which user a profile is: .* or set SVC_API_KEY/,
      ),
    })
  })

  it('writes nothing at a later start that finds the same', async () => {
    await check('work', 'u1')
    const before = statSync(file()).mtimeMs
    await check('work', 'u1')
    expect(statSync(file()).mtimeMs).toBe(before)
  })

  it('refuses another user and keeps the pin, until told to accept', async () => {
    await check('work', 'u1')
    await expect(check('work', 'u2')).rejects.toMatchObject({
      code: 'USER_IDENTITY_MISMATCH',
      message: expect.stringMatching(/u1.*u2/),
    })
    await expect(check('work', 'u2')).rejects.toMatchObject({ code: 'USER_IDENTITY_MISMATCH' })
    await check('work', 'u2', true)
    await check('work', 'u2')
    await expect(check('work', 'u1')).rejects.toMatchObject({ code: 'USER_IDENTITY_MISMATCH' })
  })

  it('remembers each profile, whichever was started in between', async () => {
    await check('work', 'u1')
    await check('123', 'u2')
    expect(parse(readFileSync(file(), 'utf8'), { schema: 'failsafe' })).toEqual({
      profile: '123',
      user_id: 'u2',
      pins: { work: 'u1', 123: 'u2' },
    })
    await expect(check('work', 'u3')).rejects.toMatchObject({ code: 'USER_IDENTITY_MISMATCH' })
    await check('123', 'u2')
  })

  it('keeps what else is in the file, and names that others take for numbers', async () => {
    write('# mine\nprofile: 007\nuser_id: u1\nmode: 0600\npins:\n  007: u1\n  1e3: u2 # too\n')
    await check('1e3', 'u2')
    const text = readFileSync(file(), 'utf8')
    expect(text).toBe('# mine\nprofile: "1e3"\nuser_id: u2\nmode: 0600\npins:\n  "007": u1\n  "1e3": u2 # too\n')
    await expect(check('007', 'u2')).rejects.toMatchObject({ code: 'USER_IDENTITY_MISMATCH' })
  })

  it('reads a file with one pin only', async () => {
    write('profile: work\nuser_id: u1\n')
    await expect(check('work', 'u2')).rejects.toMatchObject({ code: 'USER_IDENTITY_MISMATCH' })
    await check('work', 'u1')
  })

  it.each([
    'profile: [',
    'profile: work\n',
    '- work\n',
    'profile: a\nuser_id: b\npins: [a]\n',
    'profile: a\nuser_id: b\npins: { c: [d] }\n',
    'profile: &a b\nuser_id: u\nother: *a\n',
    '',
  ])('names a file that it cannot make sense of, and leaves it: %j', async (text) => {
    write(text)
    await expect(check('work', 'u1', true)).rejects.toMatchObject({
      code: 'WORKER_PIN_INVALID',
      message: expect.stringContaining(file()),
    })
    expect(readFileSync(file(), 'utf8')).toBe(text)
  })
})
