import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildProgram } from '../../tests/helpers/cli/bins.ts'
import { uninterrupted } from './uninterrupted.ts'

let built: Awaited<ReturnType<typeof buildProgram>>
beforeAll(async () => {
  built = await buildProgram('cli/credentials/uninterrupted.ts')
})
afterAll(() => built.remove())

/**
 * Runs a program that says `in` when its work began, `heard` for each signal and `done` when its work is over; `own` gives it a listener of
 * its own. It is sent the next signal when it heard the one before, and works until it heard all.
 */
async function interrupted(
  signals: readonly NodeJS.Signals[],
  own = false,
): Promise<{ said: string; signal: string | null; code: number | null }> {
  const program = `
    import { once } from 'node:events'
    import { writeSync } from 'node:fs'
    import { uninterrupted } from ${JSON.stringify(pathToFileURL(built.path).href)}
    const { emit } = process
    process.emit = (name, ...rest) => {
      if (name.startsWith('SIG')) writeSync(1, 'heard ')
      return emit.call(process, name, ...rest)
    }
    ${own ? "process.on('SIGTERM', () => writeSync(1, 'own '))" : ''}
    await uninterrupted(async () => {
      writeSync(1, 'in ')
      await once(process.stdin.resume(), 'end')
      writeSync(1, 'done ')
    })
    writeSync(1, 'end')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  let sent = 0
  child.stdout.on('data', (text) => {
    said += String(text)
    const hears = (said.match(/in |heard /g) ?? []).length
    for (; sent < hears; sent++) {
      const next = signals[sent]
      if (next === undefined) child.stdin.end()
      else child.kill(next)
    }
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { said, code, signal }
}

it('ends by a signal when the work is over', async () => {
  expect(await interrupted(['SIGTERM'])).toEqual({ said: 'in heard done ', code: null, signal: 'SIGTERM' })
  expect(await interrupted(['SIGINT'])).toEqual({ said: 'in heard done ', code: null, signal: 'SIGINT' })
})

it('ends at once by a second one', async () => {
  expect(await interrupted(['SIGINT', 'SIGINT'])).toEqual({ said: 'in heard heard ', code: null, signal: 'SIGINT' })
})

it('leaves a program that listens itself to its own decision', async () => {
  expect(await interrupted(['SIGTERM'], true)).toEqual({ said: 'in heard own done end', code: 0, signal: null })
})

it('gives what the work gives, and leaves no listener', async () => {
  const before = process.listenerCount('SIGINT')
  expect(await uninterrupted(async () => 1)).toBe(1)
  await expect(uninterrupted(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(process.listenerCount('SIGINT')).toBe(before)
})

it('listens once, however much such work is under way', async () => {
  const before = process.listenerCount('SIGINT')
  const listeners: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, () =>
      uninterrupted(async () => {
        await Promise.resolve()
        listeners.push(process.listenerCount('SIGINT') - before)
      }),
    ),
  )
  expect(listeners).toEqual(Array(20).fill(1))
  expect(process.listenerCount('SIGINT')).toBe(before)
})
