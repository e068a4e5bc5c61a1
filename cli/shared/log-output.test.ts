import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { LogOutput } from './log-output.ts'

/** A reader that reads when it is told to. */
function slowReader() {
  let read = ''
  let waiting: (() => void) | undefined
  let sleeping = true
  const stream = new Writable({
    write(chunk, _encoding, done) {
      read += String(chunk)
      if (sleeping) waiting = done
      else done()
    },
  })
  const wake = (): void => {
    sleeping = false
    waiting?.()
  }
  return { stream, wake, read: () => read }
}

const line = `${'x'.repeat(1023)}\n`

it('drops what nobody reads beyond a bound, and says how much when somebody does', async () => {
  const { stream, wake, read } = slowReader()
  const output = new LogOutput(stream)
  for (let count = 0; count < 3000; count++) output.write(line)
  expect(stream.writableLength).toBeLessThan(1100 * 1024)
  const drained = new Promise((resolve) => stream.once('drain', resolve))
  wake()
  await drained
  output.write('later\n')
  const [kept, told] = read().split('{"dropped_lines":') as [string, string]
  const lines = kept.split('\n').length - 1
  expect(lines).toBeGreaterThan(1000)
  expect(told).toBe(`${3000 - lines},"reason":"not read"}\nlater\n`)
})

it('writes nothing more to a reader that has gone', async () => {
  const writes: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      writes.push(String(chunk))
      done(Object.assign(new Error('EPIPE'), { code: 'EPIPE' }))
    },
  })
  const output = new LogOutput(stream)
  output.write('one\n')
  await new Promise((resolve) => stream.once('close', resolve))
  output.write('two\n')
  await output.end()
  expect(writes).toEqual(['one\n'])
})

it('ends though nobody reads, and waits for a reader that does', async () => {
  const asleep = slowReader()
  const unread = new LogOutput(asleep.stream)
  unread.write('one\n')
  await unread.end()
  const slow = slowReader()
  const output = new LogOutput(slow.stream)
  output.write('one\n')
  output.write('two\n')
  setImmediate(slow.wake)
  await output.end()
  expect(slow.read()).toBe('one\ntwo\n')
})
