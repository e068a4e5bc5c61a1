import { existsSync, mkdirSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { newHome } from '../../tests/helpers/cli/in-process.ts'
import { withLock } from './with-lock.ts'

let target: string
beforeEach(() => {
  target = join(newHome(), 'file')
})

it('lets one in at a time and frees the lock, also after a failure', async () => {
  let inside = 0
  const work = async (): Promise<void> => {
    expect(++inside).toBe(1)
    for (let turn = 0; turn < 5; turn++) await setImmediate()
    inside--
  }
  await Promise.all([1, 2, 3].map(() => withLock(target, work)))
  await expect(withLock(target, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(`${target}.lock`)).toBe(false)
})

it('waits for a living holder, and gives up in the end', async () => {
  mkdirSync(`${target}.lock`)
  await expect(withLock(target, async () => 1, 100)).rejects.toMatchObject({
    code: 'CREDENTIALS_BUSY',
    message:
      `${target} is being changed by other processes, whose lock is ${target}.lock; nothing was changed. ` +
      `If no svc and no svc-worker is running, remove the lock: rm -r '${target}.lock'`,
  })
  setTimeout(() => rmdirSync(`${target}.lock`), 50)
  await expect(withLock(target, async () => 2)).resolves.toBe(2)
})

it('takes over a lock whose time lies ahead of now', async () => {
  mkdirSync(`${target}.lock`)
  const ahead = new Date(Date.now() + 3_600_000)
  utimesSync(`${target}.lock`, ahead, ahead)
  await expect(withLock(target, async () => 3, 0)).resolves.toBe(3)
  expect(existsSync(`${target}.lock`)).toBe(false)
})

it('names a stale lock that is no empty folder', async () => {
  writeFileSync(`${target}.lock`, '')
  utimesSync(`${target}.lock`, 0, 0)
  await expect(withLock(target, async () => 4)).rejects.toMatchObject({
    code: 'CREDENTIALS_BUSY',
    message: expect.stringContaining(`rm -r '${target}.lock'`),
  })
})

it('does not try again what cannot succeed', async () => {
  await expect(withLock(join(target, 'below'), async () => 1, Infinity)).rejects.toMatchObject({ code: 'ENOENT' })
})
