import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { stopOnSignals } from './stop-on-signals.ts'

it('asks to stop at the first signal and ends the process at the second', () => {
  const target = Object.assign(new EventEmitter(), { exit: vi.fn() })
  const stopping = stopOnSignals(target as unknown as NodeJS.Process)
  expect(stopping.aborted).toBe(false)
  target.emit('SIGTERM')
  expect(stopping.aborted).toBe(true)
  expect(target.exit).not.toHaveBeenCalled()
  target.emit('SIGINT')
  expect(target.exit).toHaveBeenCalledWith(130)
})
