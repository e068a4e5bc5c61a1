import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { newHome } from '../../tests/helpers/cli/in-process.ts'
import { DirectOutput } from './process-output.ts'

const notNeeded = () => expect.fail('not needed')

function failing(code: string): () => never {
  return () => {
    throw Object.assign(new Error(code), { code })
  }
}

it('writes at once, however often it takes', () => {
  const file = `${newHome()}/out`
  const descriptor = openSync(file, 'w')
  const output = new DirectOutput(
    (bytes, from) => writeSync(descriptor, bytes, from, Math.min(1000, bytes.length - from)),
    notNeeded,
  )
  output.write('é'.repeat(10_000))
  output.write('end')
  closeSync(descriptor)
  expect(output.writableLength).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(`${'é'.repeat(10_000)}end`)
})

it('leaves to the stream what a pipe does not take now, and all that comes later', () => {
  const stream = { writableLength: 5, write: vi.fn() }
  const write = vi.fn().mockReturnValueOnce(3).mockImplementation(failing('EAGAIN'))
  const output = new DirectOutput(write, () => stream)
  output.write('première')
  output.write('next')
  expect(stream.write.mock.calls.map(([bytes]) => String(bytes))).toEqual(['mière', 'next'])
  expect(output.writableLength).toBe(5)
})

it('says once why nothing can be written', () => {
  const output = new DirectOutput(failing('ENOSPC'), notNeeded)
  expect(() => output.write('text')).toThrow('nothing more can be written to stdout: ENOSPC')
  expect(output.broken).toBe(true)
  expect(() => output.write('more')).not.toThrow()
})

it('ends the process when the reader has gone', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  expect(() => new DirectOutput(failing('EPIPE'), notNeeded).write('text')).toThrow('ended')
  expect(exit).toHaveBeenCalledWith(0)
})
