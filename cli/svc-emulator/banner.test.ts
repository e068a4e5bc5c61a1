import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { banner } from './banner.ts'

it('says what is broken on purpose, and nothing of what breaks nothing', () => {
  const shown = (broken: string[]) =>
    banner({
      url: 'http://x/v1',
      realtimeUrl: 'ws://x/v1/realtime',
      controlUrl: 'http://x/__emulator',
      emulator: createEmulator({ broken }),
    } as Parameters<typeof banner>[0])
  expect(shown(['none', 'user.has-name'])).toMatch(/^ {2}BROKEN {5}on purpose, user\.has-name: the emulator /m)
  expect(shown(['none'])).not.toContain('BROKEN')
})
