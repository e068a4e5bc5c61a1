import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { startServer } from '../../adapters/node/server.ts'
import { HttpTarget, InProcessTarget, loadScenario, replay, type Scenario } from '../index.ts'
import { createRunner } from './run-step.ts'

type Steps = NonNullable<Scenario['steps']>

async function playOn(
  steps: Steps,
  from: (emulator: ReturnType<typeof createEmulator>) => Promise<HttpTarget | InProcessTarget>,
) {
  const scenario = await loadScenario({ scenario: 1, name: 'two', steps, as: 'svc-key-ada-admin' })
  const runner = createRunner()
  const emulator = createEmulator({ scenario })
  try {
    const { steps: played, problems } = await replay(scenario, await from(emulator), { run: runner.run })
    return {
      reasons: [...played.flatMap(({ reasons }) => reasons), ...problems],
      emulator,
      transcript: played.flatMap(({ transcript }) => transcript),
    }
  } finally {
    await runner.close()
  }
}
const play = (steps: Steps) =>
  playOn(steps, async (emulator) => new InProcessTarget(emulator, () => startServer({ emulator })))

/** A program that reads the organization, and then gives it a longer name. */
const rename = [
  'node',
  '-e',
  `const { SVC_API_URL: url, SVC_API_KEY: key, MORE: more, HOME: home } = process.env
   const headers = { 'X-API-Key': key, 'content-type': 'application/json' }
   const { org } = await (await fetch(url + '/orgs/acme', { headers })).json()
   await fetch(url + '/orgs/acme', { method: 'PATCH', headers, body: JSON.stringify({ name: org.name + more }) })
   console.log(org.name, home.length > 0)`,
  '--input-type=module',
]

describe('programs side by side', () => {
  const step = { run: rename, env: { MORE: '1' }, beside: [{ run: rename, env: { MORE: '2' } }] }

  it.each([
    ['1-1-2-2', 'Acme12', 'Acme1'],
    ['2-2-1-1', 'Acme21', 'Acme'],
    ['1-2-2-1', 'Acme1', 'Acme'],
    ['1-2-1-2', 'Acme2', 'Acme'],
  ])('make their calls in the order %s', async (order, name, second) => {
    const { reasons, emulator, transcript } = await play([
      {
        ...step,
        order,
        expect: {
          records: [{ table: 'orgs', match: { alias: 'acme', name } }],
          beside: [{ stdout: `${second} true` }],
        },
      },
    ])
    expect(reasons).toEqual([])
    expect(transcript.filter((line) => line.startsWith('$'))).toHaveLength(2)
    const calls = emulator.journal.entries().flatMap((entry) => ('copy' in entry ? [entry.copy] : []))
    expect(calls.join('-')).toBe(order)
  })

  it('are judged together: an alternative is about all of them', async () => {
    const way = (first: string, second: string) => ({ stdout: `${first} true`, beside: [{ stdout: `${second} true` }] })
    const expected = { any_of: [way('Acme', 'Acme1'), way('Acme2', 'Acme')] }
    expect((await play([{ ...step, order: '1-1-2-2', expect: expected }])).reasons).toEqual([])
    const { reasons } = await play([{ ...step, order: '1-2-2-1', expect: expected }])
    expect(reasons.join('\n')).toContain('beside[0].stdout: expected "Acme1 true", got "Acme true"')
  })

  it('must end with 0, and end', async () => {
    const fails = ['node', '-e', 'process.exitCode = 3']
    expect((await play([{ run: ['node', '-e', ''], beside: [{ run: fails }], order: '1' }])).reasons).toEqual([
      expect.stringContaining('beside[0].exit: expected 0, got 3'),
    ])
    const asks = `const ask = () => fetch(process.env.SVC_API_URL + '/users/me').then((answer) => answer.text())`
    const repeats = ['node', '-e', `${asks}; for (;;) await ask()`, '--input-type=module']
    const { reasons } = await play([{ run: repeats, beside: [{ run: repeats }], order: '1-2' }])
    expect(reasons[0]).toContain('all repeat themselves, and nothing is due')
  })

  it('end together where one cannot be started', async () => {
    const waits = ['node', '-e', 'setInterval(() => {}, 1000)']
    const { reasons } = await play([{ run: waits, beside: [{ run: 'no-such-program' }], order: '1' }])
    expect(reasons).toEqual([expect.stringContaining("'no-such-program' cannot be started")])
  })

  it('need an emulator in this process', async () => {
    const target = new HttpTarget({ apiUrl: 'http://127.0.0.1:9/v1', realtimeUrl: 'ws://127.0.0.1:9/v1/realtime' })
    const { reasons } = await playOn([{ ...step, order: '1' }], async () => target)
    expect(reasons[0]).toContain('only where the replay has an emulator of its own')
  })
})

it.each<[object, string]>([
  [{ run: 'a', order: '1-2' }, 'order: only with `beside`'],
  [{ run: 'a', expect: { beside: [{ exit: 1 }] } }, 'expect.beside: only with `beside`'],
  [{ run: 'a', beside: [{ run: 'b' }] }, '`beside` needs the order of the calls, such as `order: 1-2-2-1`'],
  [{ run: 'a', beside: [{ run: 'b' }], order: '1-3' }, 'order: expected numbers from 1 to 2, got 3'],
  [{ run: 'a', beside: [{ run: 'b' }], order: '1,2' }, 'order: expected numbers of programs such as 1-2-2-1'],
  [{ run: 'a', beside: [{ run: 'b' }], order: '1', expect: { beside: [{ exit: { is: 'intger' } }] } }, 'intger'],
])('refuses %j', async (step, message) => {
  await expect(loadScenario({ scenario: 1, name: 'wrong', steps: [step] })).rejects.toThrow(message)
})
