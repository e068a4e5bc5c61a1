import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { gathering } from './gathering.ts'

it('writes the lines of a turn in one piece, and at once when told', async () => {
  const write = vi.fn()
  const output = gathering({ write })
  output.write('one\n')
  await Promise.resolve()
  output.write('two\n')
  expect(write).not.toHaveBeenCalled()
  await setImmediate()
  expect(write.mock.calls).toEqual([['one\ntwo\n']])
  output.write('three\n')
  output.flush?.()
  output.flush?.()
  await setImmediate()
  expect(write.mock.calls).toEqual([['one\ntwo\n'], ['three\n']])
})

it('does not hold back much', async () => {
  const write = vi.fn()
  const output = gathering({ write })
  const line = `${'x'.repeat(99)}\n`
  for (let i = 0; i < 50; i++) output.write(line)
  expect(write.mock.calls).toEqual([[line.repeat(41)]])
  await setImmediate()
  expect(write.mock.calls).toEqual([[line.repeat(41)], [line.repeat(9)]])
})
