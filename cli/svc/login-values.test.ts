import { describe, expect, it } from 'vitest'
import type { ClientErrorCode } from '../shared/client-error.ts'
import type { FlagValues, Flags } from '../shared/command.ts'
import { ioFor, newHome, type Surroundings } from '../../tests/helpers/cli/in-process.ts'
import { loginFlags, type LoginFlags } from './login-sources.ts'
import { readValues } from './login-values.ts'

const none = Object.fromEntries(
  Object.entries(loginFlags as Flags).map(([name, flag]) => [name, flag.value === undefined ? false : undefined]),
)
const read = (flags: Partial<FlagValues<typeof loginFlags>>, surroundings: Surroundings = {}) =>
  readValues({ ...none, ...flags } as LoginFlags, ioFor(newHome(), surroundings))
const fails = (code: ClientErrorCode, text: string) => ({ code, message: expect.stringContaining(text) })
const defaultUrl = 'http://127.0.0.1:4010/v1'

describe('readValues', () => {
  it('takes each value from a source of its own', async () => {
    const flags = { 'api-key-stdin': true, 'api-url-env': 'URL', 'realtime-url': ' ws://h/r ' }
    const values = { apiKey: 'k-1', apiUrl: 'http://h/v1', realtimeUrl: 'ws://h/r' }
    await expect(read(flags, { env: { URL: 'http://h/v1\n' }, stdin: 'k-1\r\n' })).resolves.toEqual(values)
  })

  it('reads every value from every kind of source', async () => {
    const key = { 'api-key': 'k' }
    await expect(read({ 'api-key-env': 'K' }, { env: { K: 'k' } })).resolves.toMatchObject({ apiKey: 'k' })
    await expect(read({ ...key, 'api-url-stdin': true }, { stdin: 'http://s/v1' })).resolves.toMatchObject({
      apiUrl: 'http://s/v1',
    })
    await expect(read({ ...key, 'realtime-url-stdin': true }, { stdin: 'ws://s/' })).resolves.toMatchObject({
      realtimeUrl: 'ws://s/',
    })
    await expect(read({ ...key, 'realtime-url-env': 'R' }, { env: { R: 'ws://e/' } })).resolves.toMatchObject({
      realtimeUrl: 'ws://e/',
    })
    await expect(read({ ...key, 'api-url': 'http://l/v1' })).resolves.toEqual({
      apiKey: 'k',
      apiUrl: 'http://l/v1',
      realtimeUrl: undefined,
    })
  })

  it.each([
    ['an empty literal', { 'api-key': ' ' }, {}, 'INPUT_REQUIRED', '--api-key is empty'],
    ['an empty URL', { 'api-key': 'k', 'api-url': '' }, {}, 'INPUT_REQUIRED', '--api-url is empty'],
    ['an empty realtime URL', { 'api-key': 'k', 'realtime-url': '' }, {}, 'INPUT_REQUIRED', '--realtime-url is empty'],
    ['an empty stdin', { 'api-key-stdin': true }, { stdin: '\n' }, 'INPUT_REQUIRED', 'the API key on stdin is empty'],
    [
      'an unset variable',
      { 'api-key-env': 'NONE' },
      {},
      'ENV_VAR_NOT_SET',
      'the variable NONE that --api-key-env names',
    ],
    ['a blank variable', { 'api-key-env': 'BLANK' }, { env: { BLANK: ' ' } }, 'ENV_VAR_NOT_SET', 'BLANK'],
    [
      'an unset realtime URL variable',
      { 'api-key': 'k', 'realtime-url-env': 'NONE' },
      {},
      'ENV_VAR_NOT_SET',
      '--realtime-url-env',
    ],
    ['no key and no terminal', {}, {}, 'INPUT_REQUIRED', 'no terminal'],
    ['no key with --no-input at a terminal', { 'no-input': true }, { terminal: true }, 'INPUT_REQUIRED', '--no-input'],
    [
      'no key when stdin holds the URL',
      { 'api-url-stdin': true },
      { stdin: 'http://h/v1' },
      'INPUT_REQUIRED',
      'no terminal',
    ],
    [
      'a -stdin flag at a terminal, which would show the key',
      { 'api-key-stdin': true },
      { stdin: 'k', terminal: true },
      'INPUT_REQUIRED',
      'pipe it in (pass svc | npx svc login --api-key-stdin), name a variable with --api-key-env <VAR>, or leave the flag out',
    ],
    ['a key of two lines', { 'api-key-stdin': true }, { stdin: 'a\nb' }, 'INPUT_INVALID', 'position 2'],
    [
      'a variable that is no URL',
      { 'api-key': 'k', 'api-url-env': 'U' },
      { env: { U: 'x' } },
      'INPUT_INVALID',
      'the variable U must be a URL',
    ],
    ['endless stdin', { 'api-key-stdin': true }, { stdin: 'x'.repeat(65_537) }, 'INPUT_INVALID', '64 KiB'],
  ] as const)('fails on %s', async (_, flags, surroundings, code, text) => {
    await expect(read(flags, surroundings)).rejects.toMatchObject(fails(code, text))
  })

  it('does not repeat a key that stands where the name of a variable belongs', async () => {
    const failed = read({ 'api-key-env': 'a1b2c3d4e5f6secret' })
    await expect(failed).rejects.toMatchObject({
      code: 'ENV_VAR_NOT_SET',
      message: expect.not.stringContaining('secret'),
    })
  })

  it('looks at variables before it reads stdin', async () => {
    const io = ioFor(newHome(), { stdin: 'k' })
    await expect(
      readValues({ ...none, 'api-key-stdin': true, 'api-url-env': 'NONE' } as LoginFlags, io),
    ).rejects.toMatchObject({ code: 'ENV_VAR_NOT_SET' })
    expect(io.stdin.readableDidRead).toBe(false)
  })

  it('takes the default URL silently off the prompting path', async () => {
    const io = ioFor(newHome())
    await expect(readValues({ ...none, 'api-key': 'k' } as LoginFlags, io)).resolves.toEqual({
      apiKey: 'k',
      apiUrl: defaultUrl,
      realtimeUrl: undefined,
    })
    expect(io.stderr.text + io.stdout.text).toBe('')
  })

  it('asks at a terminal for the URL, then for the key, on stderr', async () => {
    const io = ioFor(newHome(), { terminal: true, stdin: 'http://asked/v1\n' })
    await expect(readValues(none as LoginFlags, io)).rejects.toMatchObject(
      fails('INPUT_REQUIRED', 'the prompt for the API key got no answer: the input ended'),
    )
    expect(io.stderr.text).toMatch(/API URL: \(http:\/\/127\.0\.0\.1:4010\/v1\) [^]*API key: /)
    expect(io.stdout.text).toBe('')
  })

  it.each(['http://asked/v1\nkey\n', '\nkey\nrm -rf\n\x04'])('takes both answers from one paste: %j', async (stdin) => {
    const io = ioFor(newHome(), { terminal: true, stdin })
    const apiUrl = stdin.startsWith('http') ? 'http://asked/v1' : defaultUrl
    await expect(readValues(none as LoginFlags, io)).resolves.toMatchObject({ apiUrl, apiKey: 'key' })
    expect(io.stderr.text).toContain('API key: ')
    expect(io.stderr.text).not.toMatch(/key$|rm/m)
  })

  it.each([{}, { 'api-url': 'http://h/v1' }])(
    'takes no default for input that ends at the first prompt: %j',
    async (flags) => {
      await expect(read(flags, { terminal: true })).rejects.toMatchObject(fails('INPUT_REQUIRED', 'the input ended'))
    },
  )
})
