import { execFileSync } from 'node:child_process'
import { expect, describe, it } from 'vitest'
import { parse } from 'yaml'
import { createEmulator } from '../../emulator/adapters/create-emulator.ts'
import { asVitest } from '../../emulator/scenario/as-vitest.ts'
import { loadScenario } from '../../emulator/scenario/load.ts'
import { yamlText } from '../../emulator/scenario/record/yaml-text.ts'
import { asCurl, asFetch, asHttpStep } from '../../inspector/src/exchange/as-code.ts'

/** Texts that some program would carry out, or read as its own. */
const texts = [
  "'; exit 3; '",
  '$(id) `id` $HOME $((7*7)) %HOME% !!',
  '@/etc/passwd',
  '{{$processEnv HOME}} {{{process.exit(3)}}}',
  'a\n### GET http://evil.example\n> {% client.exit() %}\n< /etc/passwd',
  '</script><!-- --> \u2028',
  '\u202enode\u0085\u007f',
  '!!js/function x: &a *a #',
]

const api = 'http://127.0.0.1:4010/v1'
const sent = (body: unknown) => ({ method: 'PUT', path: '/x?q={a,b}[1-3]', body, key: undefined })

/** Words that a shell makes of a line. */
const words = (line: string) => execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' }).split('\0')

function fetched(code: string): RequestInit {
  let given: RequestInit = {}
  // oxlint-disable-next-line typescript/no-implied-eval
  const call = new Function('fetch', `return (async () => ${code})()`) as (fetch: unknown) => void
  call((_: string, init: RequestInit) => (given = init))
  return given
}

const scenario = (value: unknown) => ({
  scenario: 1 as const,
  name: 'data',
  as: 'svc-key-ada-admin',
  steps: [{ http: 'POST /workflow/put_session_object', body: { session_id: 'run-01', key: 'k', value } }],
})

/** Journal file of a request with a body, as JSON or as text, and the body as it stands in it. */
async function httpBody(body: string, type: string): Promise<string> {
  const emulator = createEmulator()
  await emulator.fetch('/v1/orgs', { method: 'POST', body, headers: { 'content-type': type } })
  const file = await (await emulator.fetch('http://h/__emulator/journal.http')).text()
  expect(file.match(/^###/gm)).toHaveLength(1)
  expect(file.match(/\{\{/g)).toHaveLength(1)
  return file.split('\n\n').slice(2).join('\n\n')
}

/** Writers of what a shell, a runtime or an editor reads: each gives the value back as that program reads it. */
const doors: Readonly<Record<string, (value: unknown) => unknown>> = {
  'a test of vitest': async (value) => {
    const test = asVitest(await loadScenario(scenario(value)))
    const [, literal] = /const scenario = (\{[^]*?\n\})\n/.exec(test) ?? []
    // oxlint-disable-next-line no-eval
    return ((0, eval)(`(${literal})`) as ReturnType<typeof scenario>).steps[0]!.body.value
  },
  'a call of fetch': (value) => JSON.parse(String(fetched(asFetch(api, sent({ value }))).body)).value,
  'a line of curl': (value) => {
    const line = words(asCurl(api, sent({ value })))
    expect(line).toContain('-g')
    return JSON.parse(line[line.indexOf('--json') + 1]!).value
  },
  'a step in YAML': (value) => parse(asHttpStep(sent({ value }), undefined))[0].body.value,
  'a recording': (value) => parse(yamlText(scenario(value) as never, [])).steps[0].body.value,
  'a file of requests': async (value) =>
    JSON.parse(await httpBody(JSON.stringify({ value }), 'application/json')).value,
}

describe.each(Object.entries(doors))('%s', (_, write) => {
  it.each(texts)('has %j as data', async (text) => {
    expect(await write(text)).toBe(text)
    const keys = JSON.parse(`{"__proto__":1,${JSON.stringify(text)}:[${JSON.stringify(text)}]}`)
    expect(JSON.stringify(await write(keys))).toBe(JSON.stringify(keys))
  })
})

describe.each(texts)('the text %j', (text) => {
  it('is data of a line of curl and of a call of fetch', () => {
    const line = words(asCurl(api, { ...sent(text), type: 'text/plain' }))
    expect(line.slice(line.indexOf('--data-raw') + 1)[0]).toBe(text)
    expect(fetched(asFetch(api, { ...sent(text), type: 'text/plain' })).body).toBe(text)
  })

  it('stands in a file of requests as it is, or not at all', async () => {
    const body = (await httpBody(text, 'text/plain')).trimEnd()
    expect([text, '# left out, since it would not be sent as it is: such programs read it as their own']).toContain(
      body,
    )
  })
})
