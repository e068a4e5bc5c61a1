import { expect, it } from 'vitest'
import { createEmulator, type EmulatorOptions } from '../../emulator/index.ts'
import { banner } from './banner.ts'

const shown = (options: EmulatorOptions) =>
  banner({
    url: 'http://x/v1',
    realtimeUrl: 'ws://x/v1/realtime',
    controlUrl: 'http://x/__emulator',
    emulator: createEmulator(options),
  } as Parameters<typeof banner>[0])

it('says what is broken on purpose, and nothing of what breaks nothing', () => {
  expect(shown({ broken: ['none', 'user.has-name'] })).toMatch(/^ {2}BROKEN {5}on purpose: user\.has-name$/m)
  expect(shown({ broken: ['none'] })).not.toContain('BROKEN')
})

it('says that it is slow or limited', () => {
  expect(shown({ delay: '50ms..2s', rateLimit: '5/s' })).toContain(
    '  Delay      50ms..2s before every answer\n  Limit      5/s, 429 with Retry-After beyond it\n',
  )
  expect(shown({})).not.toMatch(/Delay|Limit/)
})
