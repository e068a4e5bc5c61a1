import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
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
    await new Promise((resolve) => setTimeout(resolve, 5))
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
    message: `${target} is being changed by other processes (${target}.lock); nothing was changed`,
  })
  setTimeout(() => rmdirSync(`${target}.lock`), 50)
  await expect(withLock(target, async () => 2)).resolves.toBe(2)
})

it('does not try again what cannot succeed', async () => {
  await expect(withLock(join(target, 'below'), async () => 1, Infinity)).rejects.toMatchObject({ code: 'ENOENT' })
})
