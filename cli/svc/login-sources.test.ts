import { describe, expect, it } from 'vitest'
import { newHome, run } from '../../tests/helpers/cli/in-process.ts'
import { svc } from './program.ts'

describe('the sources of svc login', () => {
  it.each([
    ['--api-key k --api-key-stdin', 'Only one of --api-key and --api-key-stdin'],
    ['--api-key k --api-key-env V', 'Only one of --api-key and --api-key-env'],
    ['--api-key-stdin --api-key-env V', 'Only one of --api-key-stdin and --api-key-env'],
    ['--api-url http://h --api-url-env V', 'Only one of --api-url and --api-url-env'],
    ['--realtime-url ws://h --realtime-url-stdin', 'Only one of --realtime-url and --realtime-url-stdin'],
    ['--api-key-stdin --api-url-stdin', 'Only one value can be read from stdin: --api-key-stdin, --api-url-stdin'],
    ['--api-key-stdin --realtime-url-stdin', 'Only one value can be read from stdin'],
    ['--api-key-env', '--api-key-env needs a value'],
    ['--api-key-env --no-input', '--api-key-env needs a value'],
    ['--api-key-env=', '--api-key-env takes the name'],
    ['--api-url-env a-b', '--api-url-env takes the name'],
    ['--api-url nonsense', '--api-url must be a URL'],
    ['--realtime-url http://h', '--realtime-url must start with ws://'],
    ['--profile=', '--profile is empty'],
    ['--api-key-stdin --api-kye k', 'did you mean --api-key?'],
  ])('%s is a usage error that leaves stdin alone', async (flags, message) => {
    const env = { V: 'svc-key-ada-admin' }
    const ended = await run(svc, ['login', ...flags.split(' ')], newHome(), { env, stdin: 'svc-key-ada-admin\n' })
    expect(ended).toMatchObject({ exit: 2, stdout: '', stdinWasRead: false })
    expect(ended.stderr).toContain(message)
  })
})
