import { existsSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../emulator/adapters/node/server.ts'
import { bins } from '../helpers/cli/bins.ts'
import { newHome, readCredentials } from '../helpers/cli/in-process.ts'
import { onTerminal, type Typing } from '../helpers/cli/pty.ts'

const key = 'svc-key-ada-admin'
const offered = 'http://127.0.0.1:4010/v1'
let server: RunningServer
let home: string
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  home = newHome()
})
const login = (flags: string[], typing: Typing, onScreen: 'both' | 'stderr' | 'neither' = 'stderr', env = {}) =>
  onTerminal([process.execPath, bins.svc, 'login', ...flags], typing, { HOME: home, ...env }, onScreen)

describe('svc login at a terminal', () => {
  it('asks for the URL with the default offered, then for the key without showing it, on stderr', async () => {
    const { exit, screen, stdout } = await login(
      [],
      [
        ['API URL:', `${server.url}\r`],
        ['API key:', `${key}\r`],
      ],
    )
    expect(exit).toBe(0)
    expect(screen.indexOf(`API URL: (${offered})`)).toBeLessThan(screen.indexOf('API key:'))
    expect(screen).toContain(server.url)
    expect(screen).not.toContain(key)
    expect(screen).not.toContain('Realtime')
    expect(stdout).toMatch(/^Logged in as .+ \(00000000-0000-4000-8000-0000000000a1\), profile 'default'\n$/)
    expect(readCredentials(home)).toContain(key)
  })

  it('keeps the key hidden when stderr is a file, and when both answers are pasted at once', async () => {
    const hidden = await login(
      [],
      [
        ['API URL:', `${server.url}\r`],
        ['API key:', `${key}\r`],
      ],
      'neither',
    )
    expect(hidden.exit).toBe(0)
    expect(hidden.screen + hidden.stderr).not.toContain(key)
    expect(hidden.stderr).toContain('API key:')
    const pasted = await login([], [['API URL:', `${server.url}\r${key}\r`]])
    expect(pasted).toMatchObject({ exit: 0, screen: expect.not.stringContaining(key) })
  })

  it('takes the offered URL for an empty answer', async () => {
    // The documented default, whatever the environment says: whether somebody listens there is not ours to know.
    const { screen } = await login(
      [],
      [
        ['API URL:', '\r'],
        ['API key:', 'svc-key-of-nobody-there\r'],
      ],
      'stderr',
      { SVC_API_URL: server.url },
    )
    expect(screen).toContain('http://127.0.0.1:4010/v1')
  })

  it('asks only for what has no source', async () => {
    const { exit, screen } = await login(['--api-url', server.url], [['API key:', `${key}\r`]])
    expect(exit).toBe(0)
    expect(screen).not.toContain('API URL')
    const other = await login(['--api-key', key], [['API URL:', `${server.url}\r`]])
    expect(other.exit).toBe(0)
    expect(other.screen).not.toContain('API key')
  })

  it.each([
    ['an empty line', '\r'],
    ['Ctrl-D', '\x04'],
  ])('is INPUT_REQUIRED for %s as the key', async (_, keys) => {
    const { exit, screen } = await login(['--api-url', server.url], [['API key:', keys]])
    expect(exit).toBe(1)
    expect(screen).toContain('error: INPUT_REQUIRED: ')
    expect(existsSync(`${home}/.svc`)).toBe(false)
  })

  it.each(['API URL:', 'API key:'])('stops without a trace at Ctrl-C in answer to %s', async (prompt) => {
    const typing: Typing =
      prompt === 'API URL:'
        ? [[prompt, '\x03']]
        : [
            ['API URL:', '\r'],
            [prompt, 'half\x03'],
          ]
    const { exit, screen } = await login([], typing)
    expect(exit).toBe(130)
    expect(screen).not.toMatch(/error|half/)
    expect(existsSync(`${home}/.svc`)).toBe(false)
  })

  it.each([[['--no-input']], [['--api-url-env', 'URL', '--no-input']], [['--realtime-url-stdin']]])(
    'never asks with %j',
    async (flags) => {
      const { exit, screen } = await login(flags, [], 'both', { URL: server.url })
      expect(exit).toBe(1)
      expect(screen).toContain('INPUT_REQUIRED')
      expect(screen).not.toMatch(/API (URL|key):/)
    },
  )

  it('takes no default at Ctrl-D in answer to the URL', async () => {
    const { exit, screen } = await login([], [['API URL:', '\x04']])
    expect(exit).toBe(1)
    expect(screen).toContain('error: INPUT_REQUIRED: the prompt for the API URL got no answer')
  })

  it.each([
    ['key', ['--api-url', 'URL'], 'API key:', key, 'xterm'],
    ['URL', ['--api-key', key], 'API URL:', 'URL', 'xterm'],
    ['key', ['--api-url', 'URL'], 'API key:', key, 'dumb'],
    ['URL', ['--api-key', key], 'API URL:', 'URL', 'dumb'],
  ])(
    'asks for the %s once more after Ctrl-Z and fg, also when the terminal was reset (%5)',
    async (_, flags, prompt, answer, term) => {
      const given = (text: string) => (text === 'URL' ? server.url : text)
      const line = [process.execPath, bins.svc, 'login', ...flags.map(given)].join(' ')
      const { screen } = await onTerminal(
        ['bash', '--norc', '-i'],
        [
          ['SHELL>', `${line}\r`],
          [prompt, '\x1a'],
          ['SHELL>', 'stty sane; fg\r'],
          [prompt, `${given(answer)}\r`],
          ['Logged in', 'exit\r'],
        ],
        { HOME: home, PS1: 'SHELL> ', TERM: term },
        'both',
      )
      expect(screen).toContain("profile 'default'")
      if (answer === key) expect(screen).not.toContain(key)
    },
  )

  it.each(['dumb', 'xterm'])('takes back what was typed by the erase key (%s)', async (TERM) => {
    const typing: Typing = [
      ['API URL:', `${server.url}xy\x7f\x7f\r`],
      ['API key:', `${key}x\x7f\r`],
    ]
    const { exit, screen } = await login([], typing, 'stderr', { TERM })
    expect(exit).toBe(0)
    expect(screen).not.toContain(key)
    if (TERM === 'dumb') expect(screen).not.toContain('\u001b')
  })

  it('takes no key as the URL, and does not repeat it', async () => {
    const { exit, screen } = await login([], [['API URL:', `${key}\r`]])
    expect(exit).toBe(1)
    expect(screen).toContain('error: INPUT_INVALID: the API URL must be a URL that starts with http:// or https://')
    // The terminal shows it once, as it is typed.
    expect(screen.split(key)).toHaveLength(2)
    expect(existsSync(`${home}/.svc`)).toBe(false)
  })

  it('prints no colour and no escape sequence', async () => {
    const { screen } = await login(['--api-url', server.url, '--api-key', key], [], 'both')
    expect(screen).toContain('Logged in')
    expect(screen).not.toContain('\u001b')
  })
})
