import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { uninterrupted } from './uninterrupted.ts'

const tsx = import.meta.resolve('tsx')
const source = new URL('./uninterrupted.ts', import.meta.url).href

/** Runs a program that says `in` when its work began and `done` when it is over; `own` gives it a listener of its own. */
async function interrupted(signals: readonly NodeJS.Signals[], own = false): Promise<{ said: string; signal: string | null; code: number | null }> {
  const program = `
    import { uninterrupted } from ${JSON.stringify(source)}
    ${own ? "process.on('SIGTERM', () => process.stdout.write('own '))" : ''}
    await uninterrupted(async () => {
      process.stdout.write('in ')
      await new Promise((resolve) => setTimeout(resolve, 300))
      process.stdout.write('done ')
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    process.stdout.write('end')`
  const child = spawn(process.execPath, ['--import', tsx, '--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (text) => {
    if (said === '') for (const [i, signal] of signals.entries()) setTimeout(() => child.kill(signal), i * 100)
    said += String(text)
  })
  const [code, signal] = await once(child, 'close') as [number | null, string | null]
  return { said, code, signal }
}

it('ends by a signal when the work is over', async () => {
  expect(await interrupted(['SIGTERM'])).toEqual({ said: 'in done ', code: null, signal: 'SIGTERM' })
  expect(await interrupted(['SIGINT'])).toEqual({ said: 'in done ', code: null, signal: 'SIGINT' })
})

it('ends at once by a second one', async () => {
  expect(await interrupted(['SIGINT', 'SIGINT'])).toEqual({ said: 'in ', code: null, signal: 'SIGINT' })
})

it('leaves a program that listens itself to its own decision', async () => {
  expect(await interrupted(['SIGTERM'], true)).toEqual({ said: 'in own done end', code: 0, signal: null })
})

it('gives what the work gives, and leaves no listener', async () => {
  const before = process.listenerCount('SIGINT')
  expect(await uninterrupted(async () => 1)).toBe(1)
  await expect(uninterrupted(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(process.listenerCount('SIGINT')).toBe(before)
})
